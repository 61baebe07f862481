import { unspaced } from '../noise.js'
import { breakStrength } from '../structure/parse-blocks.js'

/** A position where a text may be cut. */
export interface Cut {
  readonly position: number
  readonly strength: number
}

/** In UTF-16 units, around a cut; the ends of longer addresses are noise. */
const maxAddress = 304
const address = new RegExp(
  String.raw`!?\[[^[\]]*\]\([^\s()]+\)?|(?:[a-z][a-z\d+.-]*://|www\.)(?:[^\s<>"'\x60()[\]${unspaced}]|\([^\s()]*\))+`,
  'giu',
)

/** The cut moved to the beginning of the address or link that contains it or, if that is `start`, to its end if the piece `fits` then. */
export function outsideAddress(
  text: string,
  { start, cut }: { readonly start: number; readonly cut: Cut },
  fits: (position: number) => boolean = () => true,
): Cut {
  const { position } = cut
  if (!/\S{2}/u.test(text.slice(position - 1, position + 1))) return cut
  const from = Math.max(start, position - maxAddress)
  const addresses = Array.from(text.slice(from, position + maxAddress).matchAll(address), (found) => {
    const begin = from + found.index
    return { begin, end: begin + found[0].length }
  })
  const around = addresses.find(({ begin, end }) => begin < position && end > position)
  if (!around || (around.begin === start && !fits(around.end))) return cut
  return { position: around.begin > start ? around.begin : around.end, strength: breakStrength.word }
}
