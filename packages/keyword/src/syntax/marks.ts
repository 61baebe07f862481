import { lazyPattern, lazyWords } from '../lazy-pattern.js'
import { isStopWord } from '../stop-words.js'

/** Shell variables and prompts, pipes, assignments, calls. */
const code = lazyPattern('[;={}<>|\\\\`]|\\$(?!\\p{N})|[^(]\\(', 'u')

/**
 * Whether words after a dash are excluded terms, not flags, numbers or parenthetical dashes: all of them or none. Before or
 * between other words they count only in a query that is not a sentence.
 */
export function dashesCount(words: readonly string[]): boolean {
  const first = words.findIndex(isDashed)
  if (first < 0 || words.some((word) => code().test(word))) return false
  if (words.some((word, index) => isDashed(word) && !isExcluded(words, index))) return false
  const isLast = words.slice(first).every((word) => isDashed(word) || !hasWordCharacter(word))
  return isLast || !words.some((word) => isFunctionWord(word) || /[,;:?!.]$/u.test(word))
}

/** Whether words after a plus are required terms, not sums, numbers or modes of a command: only in a query that is not a sentence. */
export function plusesCount(words: readonly string[]): boolean {
  const pluses = words.filter((word) => word.startsWith('+') && word !== '+')
  const areWords = pluses.every((word) => /^\+\p{L}[\p{L}\p{M}\p{N}]+\*?$/u.test(word))
  return areWords && pluses.length > 0 && isSearch(words) && !words.some((word) => tools().has(word))
}

const sentenceMarks = /^\(|[,;:?!.。？！，]$|[的是了吗么呢为在はがをのに]/u

/** Whether words are search terms, not a sentence or code. */
export function isSearch(words: readonly string[]): boolean {
  return !words.some((word) => isFunctionWord(word) || code().test(word) || sentenceMarks.test(word))
}

/** The letters of `auth*` or `-auth*`; undefined if it is not a prefix. */
export function readPrefix(word: string): string | undefined {
  return word.endsWith('*') ? /^[-+]?([\p{L}\p{M}\p{N}]{3,})\*$/u.exec(word)?.[1] : undefined
}

const emphasis = /^\*+[^\s*]/u
const codeBesideStars = /[;={}<>|&\\`]|[^(]\(/u
const pointer = /^(?:bool|char|const|double|float|int|long|short|struct|unsigned|void|FILE)\*$/u

/** Whether a star after a word means other endings, not emphasis, a pointer or a product. */
export function starsCount(words: readonly string[]): boolean {
  return !words.some((word, index) => {
    if (emphasis.test(word) || codeBesideStars.test(word)) return true
    return pointer.test(word) && index + 1 < words.length
  })
}

function isDashed(word: string): boolean {
  return word.startsWith('-') && hasWordCharacter(word)
}

/** German, Dutch and the Nordic languages omit the shared part of compounds: `Konsolen und -Emulatoren`. */
const compoundJoint = /^(?:bzw\.|eller|en|oder|och|og|und)$/u

function isExcluded(words: readonly string[], index: number): boolean {
  const dashed = /^-(\p{L}[\p{L}\p{M}\p{N}]*(?:[-_.][\p{L}\p{M}\p{N}]+)*)\*?$/u
  const [, word] = dashed.exec(words[index] ?? '') ?? []
  if (word === undefined || /^[\x20-\x7e]{1,2}$/u.test(word)) return false
  const [before = '', earlier = ''] = [words[index - 1], words[index - 2]]
  if (isFunctionWord(before) || compoundJoint.test(before) || before.endsWith(':')) return false
  return !isFlag(word, [before, earlier])
}

/** Words that follow one dash on command lines far more often than in queries. */
const flagWords = lazyWords(
  `classpath depth exec file force help iname jar maxdepth mindepth mtime name nodes noout out output path print quiet
recurse recursive silent stdin stdout type verbose version`,
)

/** Programs that are only mentioned in command lines. */
const tools = lazyWords(
  `awk cat cd chmod chown clang cp curl cut dd df du ffmpeg ffprobe find g++ gcc grep gzip head javac kill ln ls lsof mkdir
mount mv nc netstat nmap openssl pip ping ps rg rm rsync scp sed sort ss ssh ssh-keygen sudo systemctl tail tar tcpdump
tee touch tr uname unzip wc wget which xargs xcodebuild zip`,
)

/** `./run`, `/usr/bin/x`, `~/x`, `$x`, `build.sh`, PowerShell's `Get-ChildItem`. */
const programPath = /^(?:\.{0,2}\/|\.$|~|\$|[A-Z][a-z]+-[A-Z])|\.(?:bat|cmd|exe|pl|ps1|py|sh)$/u

const subcommands = lazyWords(
  `add apply build checkout clean commit create delete deploy describe destroy diff exec fetch get import init install log
logs merge plan ps publish pull push rebase remove rm run show start status stop test up vet`,
)

/** Programs that are also topics: `docker -compose` excludes a word, `docker run -itd` is a command. */
const platforms = lazyWords(
  `apt brew bun cargo conda deno docker gh git go gradle helm java kubectl make mvn node npm npx nginx openssl php pip pnpm
podman psql python python3 ruby terraform uv yarn`,
)

/** Whether a word after one dash is a flag, judged by the two words before it, the nearer one first. */
function isFlag(word: string, [before = '', earlier = '']: readonly string[]): boolean {
  const isTarFlag = /^(?=[cjtvxz]*[fv])[cfjtvxz]{3,5}$/u.test(word)
  if (isTarFlag || flagWords().has(word.toLowerCase())) return true
  if (tools().has(before) || programPath.test(before)) return true
  return subcommands().has(before) && (platforms().has(earlier) || tools().has(earlier))
}

/** Whether a word is needed in sentences but not in searches; single letters can be names (`vitamin A`). */
export function isFunctionWord(word: string): boolean {
  const [letters = ''] = /[\p{L}\p{M}]+/u.exec(word) ?? []
  return letters.length > 1 && isStopWord(letters)
}

/** Words after a stressed NOT: `login NOT working` must not exclude texts about a login that does not work. */
const stated = lazyWords(
  `able active available bad blank broken building clear complete completely compiling connecting correct correctly
  displaying done empty enabled enough equal exist existing exists fine firing fixed found fully getting going good
  happening installing launching live loading log logging match matching missing moving necessary null ok okay open
  opening optional passing persisting playing possible present printing public ready real really receiving rendering
  replying required respond responding running safe same saving sending sent set showing starting stopping sure
  syncing true understand understood up updating updated using valid visible waking work working works`,
)

/** Whether a word after NOT completes a statement in which NOT is stressed. */
export function isStated(word: string): boolean {
  const lower = word.toLowerCase()
  return stated().has(lower) || /[^e]ed$/u.test(lower)
}

/** Whether a text contains anything that is indexed: a letter, a digit, a mark, an emoji, a private-use character. */
export function hasWordCharacter(text: string): boolean {
  return /[0-9A-Za-z]/.test(text) || /[\p{L}\p{N}\p{M}\p{Co}\p{RI}\p{Extended_Pictographic}]/u.test(text)
}
