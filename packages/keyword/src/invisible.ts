import { lazyPattern } from './lazy-pattern.js'

/** Characters that are not displayed, which can hide instructions for a model: tags, joiners, variation selectors, fillers. */
const invisible = '\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb'
/** Scripts in which joiners change the shape of adjacent letters. */
const joiningScripts =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}'

const joining = `(?![${invisible}])[${joiningScripts}]`

/** Invisible characters that change how their neighbours are displayed. */
const used = [
  // Joined emoji, such as families.
  String.raw`(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})`,
  `(?<=${joining})[\u200c\u200d](?=${joining})`,
  // Emoji presentation, and keycaps such as 1️⃣.
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[\d#*])\ufe0f(?=\u20e3)`,
  // Variants of ideographs, as in personal names.
  String.raw`(?<=\p{sc=Han})[\ufe00-\ufe02\u{e0100}-\u{e010f}]`,
]

/** Matches every invisible character, and captures the useless ones. */
const invisibleCharacter = lazyPattern(`(?=[${invisible}])(?:${used.join('|')}|([^]))`, 'gu')

/** Most texts have only these visible characters and do not need the pattern above. */
const visible =
  /^[\0-\xac\xae-\u02ff\u0370-\u05ff\u2010-\u2027\u2030-\u205f\u2070-\u2bff\u3000-\u3163\u3400-\u9fff\uac00-\ud7a3\uff01-\uff9f]*$/

/** Replaces invisible characters that do not change how their neighbours look, as joiners in emoji and Hindi words do. */
export function replaceInvisible(text: string, replace: (character: string) => string): string {
  if (visible.test(text)) return text
  return text.replace(invisibleCharacter(), (character, hidden?: string) =>
    hidden === undefined ? character : replace(hidden),
  )
}

/** A character as `\u{…}`. */
export function showCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Characters that a terminal interprets: controls, line ends, and changes of the writing direction. */
const control = String.raw`[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]`
const controls = new RegExp(control, 'gu')
const controlsWithin = new RegExp(String.raw`(?![\n\t])${control}`, 'gu')
const controlsOrStyle = new RegExp(String.raw`\u001b\[[\d;]*m|${controlsWithin.source}`, 'gu')

/** A text for a terminal, with control and invisible characters as `\u{…}`. */
export function printable(text: string, { keepLines = false } = {}): string {
  const visibleText = replaceInvisible(text, showCharacter)
  if (!keepLines) return visibleText.replace(controls, showCharacter)
  return visibleText.replaceAll('\r\n', '\n').replace(controlsWithin, showCharacter)
}

/** As `printable` with `keepLines`, for finished output: keeps colours and line ends. */
export function terminalSafe(text: string): string {
  return replaceInvisible(text, showCharacter).replace(controlsOrStyle, (found) =>
    found.length > 1 ? found : showCharacter(found),
  )
}
