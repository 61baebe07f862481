import { chmodSync, statSync } from 'node:fs'
import { fine, type Outcome } from './finding.js'

const permissionBits = 0o777
const others = 0o077
const ownerOnly = 0o600

/** Who may do what with a file. */
export interface FilePermissions {
  /** As people write them, such as `0644`. */
  readonly shown: string
  /** Whether others than its owner may do nothing with it. */
  readonly isPrivate: boolean
}

/** Who may do what with a file that is there. */
export function permissionsOf(path: string): FilePermissions {
  const mode = statSync(path).mode & permissionBits
  return { shown: mode.toString(8).padStart(4, '0'), isPrivate: (mode & others) === 0 }
}

/** Whether permissions mean anything here: Windows has no such bits. */
export const hasPermissions = process.platform !== 'win32'

/** Takes from others what they may do with a database, and says so where they could do anything. */
export function makePrivate(path: string): Outcome[] {
  const { shown, isPrivate } = permissionsOf(path)
  if (!hasPermissions || isPrivate) return []
  chmodSync(path, ownerOnly)
  return [fine(`others on this machine could open ${path} (${shown}); now only you may (0600)`)]
}
