import { isBlank, trimEnd } from '../white-space.js'
import { breakStrength } from './break-strength.js'

const sentenceEnds = new Set('.!?:;…。！？：；｡।॥؟۔።')
const closers = /["'”’»)\]}*_`」』）》】]/

function endsSentence(line: string): boolean {
  let end = trimEnd(line, 0, line.length)
  const furthest = end - 4
  while (end > furthest && closers.test(line.charAt(end - 1))) end--
  return sentenceEnds.has(line.charAt(end - 1))
}

/**
 * Break strengths that the lines themselves show: after a blank line `afterBlank`, after a line that ends a sentence
 * `line`, else `sentence`.
 */
export function lineBreaks(lines: readonly string[], afterBlank: number): Uint8Array {
  const breaks = new Uint8Array(lines.length)
  let previous = ''
  for (const [index, line] of lines.entries()) {
    if (isBlank(previous)) breaks[index] = afterBlank
    else breaks[index] = endsSentence(previous) ? breakStrength.line : breakStrength.sentence
    previous = line
  }
  return breaks
}
