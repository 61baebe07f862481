import { existsSync } from 'node:fs'
import { describeOrigin } from '../../settings/origin.js'
import { failure, fine, type Outcome } from '../finding.js'
import { mendSetting } from '../mend-setting.js'
import type { Probe } from '../probe.js'
import type { Subject } from '../subject.js'
import { isOpen } from '../try-open.js'

const wordsAnswer = 'questions are answered by words alone'

/** SQLite adds the platform's own. */
const endings = ['', '.so', '.dylib', '.dll']

function unloaded(reason: string, { resolved, flags }: Subject): Outcome {
  const detail = `vectors cannot be searched; ${wordsAnswer}`
  const { extensionPath } = resolved.settings.store.vector
  if (extensionPath === undefined) {
    const fix = 'npm install -g recallite --include=optional'
    return failure({ detail, cause: reason, fix })
  }
  const origin = resolved.originOf('store.vector.extensionPath')
  const isThere = endings.some((ending) => existsSync(extensionPath + ending))
  const missing = isThere ? '' : 'there is no such file; '
  const cause = `${missing}${extensionPath} is what store.vector.extensionPath names (${describeOrigin(origin)}): ${reason}`
  return failure({ detail, cause, fix: mendSetting('store.vector.extensionPath', origin, flags) })
}

/** Whether sqlite-vec, ours or one of the person's own, loads; tried beside the database, which may be broken. */
export const vectorSearch: Probe = {
  name: 'vector search',
  async look(subject) {
    const { empty, resolved } = subject
    const { enabled, extensionPath } = resolved.settings.store.vector
    if (!enabled) {
      const origin = describeOrigin(resolved.originOf('store.vector.enabled'))
      return [fine(`switched off (store.vector.enabled: false, ${origin}); ${wordsAnswer}`)]
    }
    if (!isOpen(empty)) return []
    const { vectorSearch: state } = await empty.status()
    if (!state.available) return [unloaded(state.reason ?? 'it does not say why', subject)]
    const whose = extensionPath === undefined ? '' : ` from ${extensionPath}`
    return [fine(`sqlite-vec ${state.version}${whose} works`)]
  },
}
