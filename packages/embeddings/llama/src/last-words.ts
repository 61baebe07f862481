const keptCharacters = 4000
const shownCharacters = 300

/** Keeps the end of what a process writes, to explain its death. */
export interface LastWords {
  add(text: string): void
  /** The line that tells most, in printable characters: the last that speaks of a failure, else the last. May be empty. */
  read(): string
}

/** Begins with nothing kept. */
export function keepLastWords(): LastWords {
  let kept = ''
  return {
    add(text) {
      kept = (kept + text).slice(-keptCharacters)
    },
    read() {
      const lines = kept
        .split(/[\r\n]+/)
        .map(toPrintable)
        .filter((line) => line !== '')
      const telling =
        lines.findLast((line) => /assert|error|fail|abort|memory/i.test(line)) ?? lines.at(-1) ?? ''
      return telling.length > shownCharacters ? `${telling.slice(0, shownCharacters)}…` : telling
    },
  }
}

function toPrintable(line: string): string {
  return line.replaceAll(/\p{C}+/gu, ' ').trim()
}
