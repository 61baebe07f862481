import { createRandom, type Random } from '@recallite/test-kit/random'

export interface Note {
  /** Relative, with forward slashes. */
  readonly path: string
  readonly title: string
  readonly text: string
}

/** Notes grow block by block to a size in this range: 1,250 bytes on average. */
const minBytes = 300
const maxBytes = 1910
const notesPerFolder = 50
/** One in this many blocks is Chinese. */
const blocksPerIdeographic = 12

const onsets = 'b br c d f g gr h l m n p pr r s st t tr v'.split(' ')
const vowels = 'a e i o u ea ou'.split(' ')
const endings = ['', '', ...'n r s t l ing ed tion er'.split(' ')]
const ideographs = [
  ...'数据库迁移备份会议纪要终端网络证书更新登录令牌缓存队列价格图书馆借还时区排序风险决定发布回退日志监控测试部署语言翻译',
]

/** Artificial words, the most frequent first. */
export type Source = { random: Random; words: readonly string[]; ideographic: readonly string[] }

function createSource(random: Random): Source {
  const syllable = () => random.pick(onsets) + random.pick(vowels)
  const word = () => Array.from({ length: 1 + random.below(3) }, syllable).join('') + random.pick(endings)
  const pair = () => random.pick(ideographs) + random.pick(ideographs)
  return {
    random,
    words: [...new Set(Array.from({ length: 12_000 }, word))],
    ideographic: [...new Set(Array.from({ length: 600 }, pair))],
  }
}
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Picks the n-th item about 1/n as often as the first one (Zipf's law). */
function pickEarly(items: readonly string[], random: Random): string {
  return items[Math.min(items.length, Math.floor(items.length ** random.next())) - 1] ?? ''
}

function phrase({ random, words }: Source, count: number) {
  return Array.from({ length: count }, () => pickEarly(words, random)).join(' ')
}

function sentence(source: Source) {
  return `${capital(phrase(source, 5 + source.random.below(12)))}.`
}

function paragraph(source: Source) {
  return Array.from({ length: 2 + source.random.below(4) }, () => sentence(source)).join(' ')
}

function list(source: Source) {
  return Array.from(
    { length: 2 + source.random.below(4) },
    () => `- ${phrase(source, 3 + source.random.below(6))}`,
  ).join('\n')
}

function code(source: Source) {
  const name = () => phrase(source, 2).replaceAll(/ (\w)/g, (_, letter) => letter.toUpperCase())
  const lines = Array.from(
    { length: 2 + source.random.below(5) },
    () => `const ${name()} = ${name()}(${source.random.below(1000)})`,
  )
  return ['```js', ...lines, '```'].join('\n')
}

function chinese({ random, ideographic }: Source) {
  const clause = () =>
    Array.from({ length: 4 + random.below(5) }, () => pickEarly(ideographic, random)).join('')
  return Array.from({ length: 2 + random.below(3) }, () => `${clause()}，${clause()}。`).join('')
}

function block(source: Source) {
  if (source.random.below(blocksPerIdeographic) === 0) return chinese(source)
  return source.random.pick([paragraph, paragraph, paragraph, list, code])(source)
}

function markdown(source: Source, title: string) {
  const limit = minBytes + source.random.below(maxBytes - minBytes)
  let text = `# ${title}\n`
  for (let blocks = 0; Buffer.byteLength(text) < limit; blocks += 1) {
    const heading = blocks > 0 && blocks % 3 === 0 ? `\n## ${capital(phrase(source, 3))}\n` : ''
    text += `${heading}\n${block(source)}\n`
  }
  return text
}

/** Notes of 1.25 kB on average with headings, paragraphs, lists, code and some Chinese. The first n are the same for any count. */
export function generateCorpus(count: number): Note[] {
  const source = createSource(createRandom(20_260_211))
  return Array.from({ length: count }, (_, index) => {
    const title = capital(phrase(source, 4))
    const folder = `topic-${Math.floor(index / notesPerFolder)}`
    return { path: `${folder}/note-${index}.md`, title, text: markdown(source, title) }
  })
}

const smallWord = /(?<!\p{L})\p{Ll}{4,}(?!\p{L})/gu

/** The distinct lower-case words of a note, in order. */
export function smallWords({ text }: Note) {
  return [...new Set(text.match(smallWord) ?? [])]
}

/** Queries of words that occur in one note, in the order of the note. */
export function drawQuestions(
  notes: readonly Note[],
  { random, count, words }: { random: Random; count: number; words: number },
): string[] {
  const drawn: string[] = []
  while (drawn.length < count) {
    const all = smallWords(random.pick(notes))
    const chosen = new Set(Array.from({ length: words }, () => random.below(all.length)))
    if (all.length < words || chosen.size < words) continue
    drawn.push(all.filter((_, place) => chosen.has(place)).join(' '))
  }
  return drawn
}
