import { isSpace } from '../white-space.js'
import { type Script, scriptRanges, scripts } from './scripts.js'

const names = Object.keys(scripts) as Script[]
const symbol = names.indexOf('symbol')
const planeSize = 0x10000

/** What a run costs, by the numbers that `scriptNumber` gives. */
export const charactersPerToken: readonly number[] = names.map((name) => scripts[name].perToken)

function buildPlane(): Uint8Array {
  const plane = new Uint8Array(planeSize).fill(symbol)
  for (const [first, last, script] of scriptRanges) {
    if (last < planeSize) plane.fill(names.indexOf(script), first, last + 1)
  }
  for (let unit = 0; unit < planeSize; unit++) if (isSpace(unit)) plane[unit] = names.indexOf('space')
  return plane
}

const supplementary = scriptRanges
  .filter(([first]) => first >= planeSize)
  .map(([first, last, script]) => ({ first, last, number: names.indexOf(script) }))

let plane: Uint8Array | undefined

/** The kind of a code point, as an index of `charactersPerToken`. */
export function scriptNumber(codePoint: number): number {
  plane ??= buildPlane()
  return plane[codePoint] ?? supplementaryNumber(codePoint)
}

function supplementaryNumber(codePoint: number): number {
  return supplementary.find(({ first, last }) => codePoint >= first && codePoint <= last)?.number ?? symbol
}
