/** Whether a document shows the output. `…` matches any text within a line, or any lines if it is the only text of a line. */
export function matchesOutput(expected: string, printed: string): boolean {
  const lines = expected.trim().split('\n').map(patternOfLine)
  return new RegExp(`^${lines.join('')}$`, 'u').test(`${printed.trim().replaceAll(/[ \t]+$/gmu, '')}\n`)
}

function patternOfLine(line: string): string {
  if (line.trim() === '…') return '(?:.*\\n)*?'
  return `${line.trimEnd().split('…').map(escape).join('.*')}\\n`
}

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
