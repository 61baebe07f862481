import { languageOf } from '@recallite/keyword'
import type { Root } from '@recallite/store'
import { readDocument } from '../readers/read-document.js'
import { scriptOf } from '../search/confidence.js'
import { scanRoot } from './scan.js'

/** `length` is per file, in UTF-16 units. */
const limits = { files: 50, length: 20_000 }

/** If most text files of the roots, by a sample, are not English: their main language or script, such as `German` or `Han script`. */
export async function foreignLanguage(roots: readonly Omit<Root, 'name'>[]): Promise<string | undefined> {
  const files: Parameters<typeof readDocument>[] = []
  for (const root of roots) {
    const scan = await scanRoot({ name: root.path, ...root }, { now: Date.now })
    for (const { path, reader } of scan?.files ?? []) if (reader === 'text') files.push([root, path])
  }
  const sample = files.filter((_, position) => position % Math.max(1, files.length / limits.files) < 1)
  const read = await Promise.all(sample.map((file) => readDocument(...file)))
  const names = read.flatMap((one) => ('text' in one ? [nameOf(one.text.slice(0, limits.length))] : []))
  const foreign = names.filter((name) => name !== undefined).toSorted()
  // The one in the middle is the language of more than half of them, if there is any.
  return 2 * foreign.length > names.length ? foreign[Math.floor(foreign.length / 2)] : undefined
}

/** Undefined for English, and for languages in Latin letters that are not recognised. */
function nameOf(text: string): string | undefined {
  const language = languageOf(text)
  if (language !== 'en') return new Intl.DisplayNames('en', { type: 'language' }).of(language)
  const script = scriptOf(text)
  if (script !== 'Latin') return `${script} script`
  const [letters = [], latin = []] = [/\p{L}/gu, /\p{sc=Latin}/gu].map((pattern) => text.match(pattern) ?? [])
  return 2 * latin.length < letters.length ? 'another script than Latin' : undefined
}
