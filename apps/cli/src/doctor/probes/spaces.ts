import { isSameSpace } from '@recallite/core'
import type { SpaceStatus } from '@recallite/store'
import { fine, warning, type Outcome } from '../finding.js'
import { ownCommand } from '../own-command.js'
import type { Probe } from '../probe.js'
import { shellWord } from '../../shell-word.js'
import type { Subject } from '../subject.js'
import { isOpen } from '../try-open.js'

/** Texts that wait for a vector matter in the space that is used; others may stay as they are. */
function outcomeOf(
  space: SpaceStatus,
  { hasCanary, isUsed }: { hasCanary: boolean; isUsed: boolean },
  { flags }: Subject,
): Outcome {
  const { provider, model, dimensions, vectors, pending, isFilled } = space
  const name = `${provider}/${model}, ${dimensions} dimensions`
  const amounts = `${vectors} vectors, ${pending} pending${isFilled ? '' : ', never filled'}`
  const detail = `${name}: ${amounts}${hasCanary ? '' : ', no canary yet'}`
  if (!isUsed || (pending === 0 && isFilled)) return fine(detail)
  const cause = isFilled
    ? `${pending} texts came in without being embedded, or look like secrets`
    : 'embedding was not finished'
  const fix = ownCommand(`index --model ${shellWord(model)} --provider ${shellWord(provider)}`, flags)
  return warning({ detail, cause, fix: vectors === 0 && pending === 0 ? ownCommand('spaces', flags) : fix })
}

/** Whether each vector space is full. */
export const spaces: Probe = {
  name: 'spaces',
  async look(subject) {
    const { store } = subject
    if (!isOpen(store)) return []
    const kept = await store.listSpaces()
    const status = await store.status()
    return status.spaces.map((space, position) => {
      const hasCanary = kept.some((other) => isSameSpace(space, other) && other.canary !== null)
      return outcomeOf(space, { hasCanary, isUsed: position === status.spaces.length - 1 }, subject)
    })
  },
}
