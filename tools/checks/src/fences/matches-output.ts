/**
 * Whether a document shows what was printed. `…` stands for anything within a line, and a line that is only `…` for any lines.
 * White space at the ends of lines does not count.
 */
export function matchesOutput(shown: string, printed: string): boolean {
  const lines = shown.trim().split('\n').map(patternOfLine)
  return new RegExp(`^${lines.join('')}$`, 'u').test(`${printed.trim().replaceAll(/[ \t]+$/gmu, '')}\n`)
}

function patternOfLine(line: string): string {
  if (line.trim() === '…') return '(?:.*\\n)*?'
  return `${line.trimEnd().split('…').map(escape).join('.*')}\\n`
}

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
