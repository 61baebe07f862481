/**
 * Characters that nobody sees: tags (U+E0000 and on), joiners, selectors of variants, fillers and marks of formatting. In
 * them a note can say something to a program that reads it, and nothing to the person who looks at it.
 */
const invisible = '\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb'
const ignorable = new RegExp(`[${invisible}]`, 'gu')

/**
 * Letters of scripts in which a joiner, or a mark that keeps letters apart, changes how the letters beside it look. Some
 * characters of these scripts are not seen either, such as the vowel separator of Mongolian.
 */
const joiningScripts =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}'

const joining = `(?![${invisible}])[${joiningScripts}]`

/** What is written with a character that is not seen by itself: what stands before it, and behind it. */
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
  // An emoji in colours or in black and white, and keys such as 1️⃣.
  { characters: /[\ufe0e\ufe0f]/u, before: /\p{Extended_Pictographic}$/u, behind: /^/u },
  { characters: /\ufe0f/u, before: /[\d#*]$/u, behind: /^\u20e3/u },
  // Variants of ideographs, as in names of people.
  { characters: /[\ufe00-\ufe02\u{e0100}-\u{e010f}]/u, before: /\p{sc=Han}$/u, behind: /^/u },
]

/** As many UTF-16 units as the longest thing has that is looked for beside a character. */
const nearby = 3

/**
 * Replaces every character of a text that is not seen, but for those that change how their neighbours look, as joined
 * emoji, Persian and Hindi words and variants of Chinese characters have them.
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
