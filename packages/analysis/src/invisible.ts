/**
 * Characters that are not displayed: tags (U+E0000 and on), joiners, variation selectors, fillers and format controls.
 * A document can hide instructions for a model in them.
 */
const invisible = '\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb'
const ignorable = new RegExp(`[${invisible}]`, 'gu')

/** Scripts in which joiners change the shape of the letters around them. */
const joiningScripts =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}'

const joining = `(?![${invisible}])[${joiningScripts}]`

/** Contexts in which an invisible character affects what is displayed. */
const uses: readonly { readonly characters: RegExp; readonly before: RegExp; readonly behind: RegExp }[] = [
  // Joined emoji, such as families.
  {
    characters: /\u200d/u,
    before: /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})$/u,
    behind: /^\p{Extended_Pictographic}/u,
  },
  {
    characters: /[\u200c\u200d]/u,
    before: new RegExp(`${joining}$`, 'u'),
    behind: new RegExp(`^${joining}`, 'u'),
  },
  // Emoji presentation, and keycaps such as 1️⃣.
  { characters: /[\ufe0e\ufe0f]/u, before: /\p{Extended_Pictographic}$/u, behind: /^/u },
  { characters: /\ufe0f/u, before: /[\d#*]$/u, behind: /^\u20e3/u },
  // Variants of ideographs, as in personal names.
  { characters: /[\ufe00-\ufe02\u{e0100}-\u{e010f}]/u, before: /\p{sc=Han}$/u, behind: /^/u },
]

/** The longest context that is tested, in UTF-16 units. */
const nearby = 3

/**
 * Replaces every invisible character of a text, except those that change how their neighbours look: in joined emoji,
 * Persian and Hindi words, and variants of Chinese characters.
 */
export function replaceInvisible(text: string, replace: (character: string) => string): string {
  return text.replace(ignorable, (character, offset: number) => {
    const before = text.slice(Math.max(0, offset - nearby), offset)
    const end = offset + character.length
    const behind = text.slice(end, end + nearby)
    const isUsed = uses.some(
      (use) => use.characters.test(character) && use.before.test(before) && use.behind.test(behind),
    )
    return isUsed ? character : replace(character)
  })
}

/** A character as `\u{…}`. */
export function showCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
