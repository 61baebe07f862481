import { UsageError } from '@recallite/command-line'
import { describeOrigin } from './settings/origin.js'
import type { ResolvedSettings } from './settings/resolve-settings.js'

/** @throws UsageError where memory is switched off */
export function assertEnabled({ settings, originOf }: ResolvedSettings): void {
  if (settings.enabled) return
  const origin = describeOrigin(originOf('enabled'))
  throw new UsageError(`Memory is switched off (enabled: false, ${origin}). Set enabled to true to use it.`)
}
