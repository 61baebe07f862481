import { join } from 'node:path'
import { isInWorkspace } from '../place.js'
import type { Kind } from './kind.js'
import { path, refuseOutside } from './path.js'

const signs = /[*?[\]{}\\]/u
const upwards = /(?:^|[/{,(|])\.\.(?:$|[/},)|])/u

/** Where braces are expanded or escapes taken away, a way up could come out that the path as it stands does not have. */
function leadsUp(pattern: string): boolean {
  return signs.test(pattern) && upwards.test(pattern.replaceAll('\\', ''))
}

/**
 * A file, a folder or a glob (`*`, `**`, `?`, `[…]`, `{…}`), settled as paths are; its signs are kept. In a workspace file
 * a glob must not go upwards, and what is before its signs lies within the file's folder, links followed.
 */
export const pathPattern: Kind<string> = {
  ...path,
  allowed: 'a path or a glob; it may start with ~/',
  read(node, place) {
    const written = String(node.value)
    if (isInWorkspace(place) && leadsUp(written)) refuseOutside(place)
    const settle = path.read(node, place)
    // With a slash behind it a glob is of folders.
    return (surroundings) => (written.endsWith('/') ? join(settle(surroundings), '/') : settle(surroundings))
  },
}
