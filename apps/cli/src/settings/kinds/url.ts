import { isLoopbackHost } from '../../loopback.js'
import { isInWorkspace, refusePlace, refuseValue, type Place } from '../place.js'
import { textItself, type Kind } from './kind.js'
import { readText } from './text.js'

const allowed = 'an http:// or https:// address without name, password, query or fragment'

/** Whether an address that was read as one of these is on this machine. */
export function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname)
}

function parseAddress(address: string, place: Place): URL {
  const url = URL.canParse(address) ? new URL(address) : refuseValue(place, allowed)
  const isFine = /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  return isFine ? url : refuseValue(place, allowed)
}

/** A workspace file may come with a folder from elsewhere; it must not say where texts and keys are sent. */
function assertStaysHere(address: string, place: Place): void {
  if (!isLoopback(parseAddress(address, place).href)) {
    refusePlace(
      place,
      'may only be an address of this machine (localhost) in a workspace file. Put others into the user file, ~/.recallite/config.yaml.',
    )
  }
}

/** The address of a provider's service. In workspace files it must be on this machine. */
export const url: Kind<string> = {
  allowed,
  schema: { type: 'string', pattern: '^(https?://|\\$\\{)' },
  read({ value }, place) {
    const settle = readText(value, place, allowed)
    const written = String(value)
    if (isInWorkspace(place)) assertStaysHere(written, place)
    if (!written.includes('${')) parseAddress(written, place)
    return (surroundings) => {
      const address = settle(surroundings)
      parseAddress(address, place)
      return address
    }
  },
  fromVariable: textItself,
  show: textItself,
}
