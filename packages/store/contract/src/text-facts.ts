/** The parts of a text that decide whether a similar text states the same, each as one comparable text. */
export interface TextFacts {
  /** In order, with sign, fraction and a unit of one letter. */
  readonly numbers: string
  /** The number of words that negate or limit a statement. */
  readonly negation: string
  /** In order, each after the word before it: `O+`, `C#`, `> 100`, `5 €`, `✅`, `→`, `?`, `[x]`, `.NET`, and words such as `US` and `kB`. */
  readonly signs: string
}

/** Reads the facts of a text. Markup, quotation marks, brackets and other punctuation than `?` are none. */
export function readFacts(text: string): TextFacts {
  const plain = foldForms(text)
    .replaceAll(/[‐‑−–]/gu, '-')
    .replaceAll(lineMarkup, '')
    .replaceAll(/(\*{1,3})(?=\S)([^*\n]*[^*\s])\1/gu, '$2')
  return {
    numbers: (plain.match(number) ?? []).join(' '),
    negation: String(plain.toLowerCase().match(negations())?.length ?? 0),
    signs: signsOf(plain),
  }
}

/** The first kind of facts in which two texts differ, or null. */
export function findDifference(one: TextFacts, other: TextFacts): keyof TextFacts | null {
  return (Object.keys(one) as (keyof TextFacts)[]).find((kind) => one[kind] !== other[kind]) ?? null
}

/** The Jaccard similarity of two sets, |a ∩ b| / |a ∪ b|; 0 if both are empty. */
export function jaccard<Part>(a: ReadonlySet<Part>, b: ReadonlySet<Part>): number {
  const shared = a.intersection(b).size
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

/** NFKC (https://unicode.org/reports/tr15/) without variation selectors; superscripts, subscripts and fractions stay: 10² is not 102. */
export function foldForms(text: string): string {
  return text.replaceAll(/[\uFE0E\uFE0F]/gu, '').replaceAll(/\P{No}+/gu, (part) => part.normalize('NFKC'))
}

/** Quotes, list items and headings. Before a number, the sign may be part of the statement. */
const lineMarkup = /^(?:[ \t]*(?:[-*+>]|#{1,6})(?=[ \t]+[^\s\d])[ \t]+)+/gmu

const number = /(?:(?<![\p{L}\p{N}])[-+])?\p{N}+(?:[.,:]\p{N}+)*(?: ?\p{L}(?![\p{L}\p{M}]))?/gu

function signsOf(text: string): string {
  const signs: string[] = []
  let before = ''
  for (const [match, word] of text.matchAll(wordOrSign())) {
    if (word === undefined) signs.push(before + match)
    else before = word.toLowerCase()
  }
  return signs.join(' ')
}

/**
 * The first group is a word. Every other match is a sign: a word whose letter case has a meaning; a check box or emoticon; a mathematical
 * or currency sign, an arrow or emoji; or a character at the start or end of a word or between numbers.
 */
const wordOrSign = lazyPattern(
  [
    String.raw`(?<!\p{L})(?:\p{Ll}{0,2}\p{Lu}{2,}|\p{Ll}{1,2}\p{Lu})(?!\p{L})`,
    String.raw`([\p{L}\p{M}]+|\p{N}+)`,
    String.raw`\[[ xX]\]|[:;]-?[\(\)]+`,
    String.raw`[[\p{Sm}\p{Sc}\p{So}\^%‰‱٪§′?؟\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007E}]--[\|]]+|\|\||&&`,
    String.raw`(?<![\p{L}\p{N}])!(?=[=\p{L}\(])|(?<![\p{L}\p{N}.])\.(?=\p{L})|(?<!\S)-+(?=\p{L})`,
    String.raw`(?<=\p{L})(?:[#*](?![\p{L}\p{N}])|-(?![\p{L}\p{N}\-]))|(?<=\p{N} ?)[\-*\/](?= ?\p{N})`,
  ].join('|'),
  'gv',
)

/** Words of common languages that negate or limit. One with another meaning in another language only causes a missed duplicate. */
const negations = lazyPattern(
  [
    String.raw`n['’]t(?!\p{L})`,
    String.raw`(?<!\p{L})(?:${[
      'no|not|never|none|nothing|nor|neither|cannot|without|except|unless',
      'only|few|if|until|before|after|off|more|less|most|some|might|should|could|would|ought',
      'nur|kaum|falls|wenn|bis|vor|nach|mehr|weniger|seulement|si|peu|plus|moins|avant|après|solo|sólo|poco|más|menos|antes|después',
      'nicht|nichts|kein(?:e|en|em|er|es)?|nie|niemals|ohne|weder|außer',
      'ne|pas|jamais|aucune?|rien|sans|sauf|nunca|jamás|ningún|ninguna?|sin|nada|não|nem|sem|non|mai|senza|niente',
      'niet|niets|geen|nooit|zonder|inte|icke|aldrig|utan|ikke|aldri|uten|uden|ei|nie|bez|ani',
      'не|нет|ни|никогда|без|ні|hayır|değil|yok|asla|không|chưa|tidak|bukan|jangan|नहीं|न|मत|لا|ليس|لم|لن|بدون|לא|אין|בלי',
    ].join('|')})(?!\p{L})`,
    '[不没沒未無无非勿别別莫禁只仅僅]|ない|なかった|なく|ません|않|없|아니|못|안 ',
    'ไม่|ห้าม',
  ].join('|'),
  'gu',
)

/** A pattern compiled on first use, which takes milliseconds. */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => (pattern ??= new RegExp(source, flags))
}
