import type { ConnectionOptions } from '../open/driver.js'
import { isFromWorkspace, type SettingKey, type ReadSettings } from '@recallite/settings'

type Resolved = Pick<ReadSettings, 'originOf' | 'valueOf' | 'workspaceFolder'>

/** The folder that a setting's value must not lead out of, if an untrusted file sets it. */
export function boundOf(resolved: Resolved, key: SettingKey): string | undefined {
  const { workspaceFolder, originOf } = resolved
  if (workspaceFolder === undefined || workspaceFolder.isTrusted) return undefined
  return isFromWorkspace(originOf(key)) ? workspaceFolder.path : undefined
}

/** How a database that settings name is opened. */
export type Confinement = Pick<ConnectionOptions, 'within' | 'mayBeLink'>

/**
 * A database that a workspace file names may have come with its folder: its file must not be a link, and only the roots in
 * that folder are used unless the folder is trusted.
 */
export function confinementOf(resolved: Resolved): Confinement {
  if (!isFromWorkspace(resolved.originOf('store.path')) || resolved.valueOf('store.path') === ':memory:')
    return {}
  return { mayBeLink: false, within: boundOf(resolved, 'store.path') }
}
