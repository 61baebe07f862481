/** In the order of the alphabet. */
const list = `
ad ai al ale alle allen alt asa ate bar bare ben bent bin car care cat co col com come comment con deg den die dig
din dir dog dont door due em end era et face far fog font fore fur ham hat hay hem hen ill im ins io kim man med men
mere met min mine mis mit mod mu multi nan non num op os pa par per plus pour quest sale sans sea sig sin sine sit
size solo son state sub sul tale tan tau ten ter till ton tot tout van var vars vi via vid want war word
`

const homographs: ReadonlySet<string> = new Set(list.trim().split(/\s+/))

/**
 * Whether a word in lower case may be one of English, its names or code, though it is spelled as a function word of
 * another language: `die`, `man`, `word`, `var`. It does not tell that a text or a question is in that language.
 */
export function isEnglishHomograph(word: string): boolean {
  return homographs.has(word)
}
