import { isFromWorkspace } from './errors.js'
import type { SettingKey } from './key-table.js'
import type { ReadSettings } from './read-settings.js'

type Resolved = Pick<ReadSettings, 'originOf' | 'valueOf' | 'workspaceFolder'>

/** Whether a setting has the value that a workspace file gives it. */
export function isSetByWorkspace({ originOf }: Pick<ReadSettings, 'originOf'>, key: SettingKey): boolean {
  return isFromWorkspace(originOf(key))
}

/** The folder that a setting's value must not lead out of, if an untrusted file sets it. */
export function boundOf(resolved: Resolved, key: SettingKey): string | undefined {
  const { workspaceFolder } = resolved
  if (workspaceFolder === undefined || workspaceFolder.isTrusted) return undefined
  return isSetByWorkspace(resolved, key) ? workspaceFolder.path : undefined
}

/** How a database that settings name is opened. */
export interface Confinement {
  /** The folder that its roots have to lie in; see `confineStore`. */
  readonly within?: string | undefined
  /** Whether its file may be a link. */
  readonly mayBeLink?: boolean | undefined
}

/**
 * A database that a workspace file names may have come with its folder: its file must not be a link, and only the roots in
 * that folder are used unless the folder is trusted.
 */
export function confinementOf(resolved: Resolved): Confinement {
  if (!isSetByWorkspace(resolved, 'store.path') || resolved.valueOf('store.path') === ':memory:') return {}
  return { mayBeLink: false, within: boundOf(resolved, 'store.path') }
}
