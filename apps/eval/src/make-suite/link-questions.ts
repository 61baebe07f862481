import { chunkSource } from '@recallite/chunker'
import { createLinkResolver } from '@recallite/core'
import { isQuestion, shuffle } from './candidates.js'
import { type NoteFile, readNote } from './note.js'
import { planQuestions, type QuestionPlan, withoutTwins } from './plan-questions.js'
import { isWhole, questionText, sentencesOf, type Sentence } from './sentences.js'

/**
 * Makes questions from headings, and from sentences that link to another note: the sentence without the link and its text must find
 * that note. Each is cut out of its note. The same files always yield the same questions.
 * @param perFile maximum number of headings per note, of links per linking note, and of links per linked note
 */
export function planLinkQuestions(files: readonly NoteFile[], perFile: number): QuestionPlan {
  const plans = [planLinks(files, perFile), planQuestions(files, perFile, ['heading'])]
  const cuts = Map.groupBy(
    plans.flatMap(({ removals }) => [...removals]),
    ([path]) => path,
  )
  return {
    questions: withoutTwins(plans.flatMap(({ questions }) => questions)),
    removals: new Map(Array.from(cuts, ([path, parts]) => [path, parts.flatMap(([, cut]) => cut)])),
  }
}

function planLinks(files: readonly NoteFile[], perFile: number): QuestionPlan {
  const paths = files.map(({ path }) => path)
  const named = files.map(({ path, text }) => ({ path, metadata: chunkSource(text).metadata }))
  const resolve = createLinkResolver(paths, named)
  const counts = new Map<string, number>()
  const questions: QuestionPlan['questions'][number][] = []
  const removals = new Map<string, Sentence['stretches']>()
  for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const cut: Sentence['stretches'][number][] = []
    let made = 0
    const targetOf = createTargetReader(file, resolve)
    for (const { source, stretches } of linkingSentences(file)) {
      const found = made < perFile ? readLink(source, targetOf) : undefined
      const count = found ? (counts.get(found.path) ?? 0) : perFile
      if (!found || count >= perFile) continue
      counts.set(found.path, count + 1)
      made += 1
      cut.push(...stretches)
      questions.push({ id: `${file.path}#link-${made}`, kind: 'link', ...found })
    }
    if (made > 0) removals.set(file.path, cut)
  }
  return { questions, removals }
}

/** Wikilinks, Markdown links with balanced parentheses in the target, and reference links, whose second group is the reference. */
const link = /!?\[\[[^[\]\n]+\]\]|!?\[([^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[([^[\]]*)\])/gu

const definition = /^ {0,3}\[([^[\]]+)\]:[ \t]*(\S+)/u

/** Sentences with a link, in an order that does not depend on their content. */
function linkingSentences(file: NoteFile): Sentence[] {
  const { lines, paragraphs } = readNote(file)
  const linking = paragraphs.filter(({ stretches }) =>
    stretches.some(({ line }) => /\][[(]|\[\[/.test(lines[line] ?? '')),
  )
  const sentences = linking.flatMap(({ stretches }) => sentencesOf(lines, stretches))
  return shuffle(sentences.filter(({ source }) => source.search(link) >= 0))
}

/** Returns the path of the note that a match of `link` leads to. */
type TargetReader = (match: RegExpExecArray) => string | undefined

/** The question of a sentence with one link to another note, and the path of that note. */
function readLink(source: string, targetOf: TargetReader) {
  if (!isWhole(source)) return undefined
  const targets = Array.from(source.matchAll(link), (match) => ({ written: match[0], path: targetOf(match) }))
  const [target, ...others] = targets.filter(({ path }) => path !== undefined)
  if (target?.path === undefined || others.length > 0) return undefined
  const text = questionText(source.replace(target.written, ' '))
  return isQuestion(text) ? { text, path: target.path } : undefined
}

/** Reads the links of a file, except those to itself. */
function createTargetReader(
  { path: from, text }: NoteFile,
  resolve: ReturnType<typeof createLinkResolver>,
): TargetReader {
  const definitions = new Map(
    text.split('\n').flatMap((line) => {
      const [, name = '', target = ''] = definition.exec(line) ?? []
      return name === '' ? [] : [[name.toLowerCase(), target] as const]
    }),
  )
  return ([written, name = '', reference]) => {
    const target = reference === undefined ? undefined : definitions.get((reference || name).toLowerCase())
    const [named] = chunkSource(target === undefined ? written : `[a](${target})`).links
    const path = named === undefined ? undefined : resolve(named, from)
    return path === from ? undefined : path
  }
}
