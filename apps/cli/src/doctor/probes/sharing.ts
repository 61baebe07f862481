import { fine, warning, type Outcome } from '../finding.js'
import type { Probe } from '../probe.js'
import { shellWord } from '../../shell-word.js'
import { sharedPlaces, type SharedPlace } from '../../trust/shared-places.js'

function outcome({ path, reason, isOpen }: SharedPlace): Outcome {
  return warning({
    detail: `others can change what is in ${path}`,
    cause: reason,
    fix: isOpen ? `chmod o-w ${shellWord(path)}` : `ls -la ${shellWord(path)}`,
  })
}

/** Whether others can write to the folders that settings, database and models are taken from. */
export const sharing: Probe = {
  name: 'sharing',
  look({ resolved, path }) {
    const places = sharedPlaces(resolved, path)
    return places.length > 0
      ? places.map(outcome)
      : [fine('only you can change settings, database and models')]
  },
}
