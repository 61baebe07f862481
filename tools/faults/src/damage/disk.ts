import { spawn, spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { FaultsError } from '../run-suite.ts'

/** Root can create a mount namespace; other users need a user namespace first. */
const isRoot = process.getuid?.() === 0
const [unshare = '', ...unshareFlags] = isRoot ? ['unshare', '-m'] : ['unshare', '-Urm']

/** Why no disk can be mounted over a folder. Null if it can. */
export function diskObstacle(folder: string): string | null {
  const mount = ['mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', folder]
  const { status, error, stderr } = spawnSync(unshare, [...unshareFlags, ...mount], { encoding: 'utf8' })
  if (error) return 'unshare is not installed'
  return status === 0 ? null : `no small disk can be mounted: ${stderr.trim().split('\n')[0]}`
}

/**
 * Mounts a memory disk over a folder, in the namespace of a sleeping process. Only commands in that namespace see the disk:
 * `enter` runs a command there. `see` converts a path for this process.
 */
export async function mountDisk(folder: string, kilobytes: number) {
  const script = 'mount -t tmpfs -o size=$0k,mode=700 none "$1" && echo ready && exec sleep 900'
  const holder = spawn(unshare, [...unshareFlags, 'sh', '-c', script, `${kilobytes}`, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => holder.on('close', resolve))
  const first = new Promise((resolve) => holder.stdout.once('data', resolve))
  if ((await Promise.race([first, ended.then(() => undefined)])) === undefined)
    throw new FaultsError('The small disk was not mounted.')
  const pid = `${holder.pid}`
  const enter = ['nsenter', '-t', pid, ...(isRoot ? ['-m'] : ['-U', '-m', '--preserve-credentials']), '--']
  const see = (path: string) => `/proc/${pid}/root${path}`
  return {
    enter,
    see,
    free: () => {
      const { bavail, bsize } = statfsSync(see(folder))
      return bavail * bsize
    },
    remount: (options: string) => {
      const [command = '', ...rest] = [...enter, 'mount', '-o', `remount,${options}`, folder]
      const { status } = spawnSync(command, rest)
      if (status !== 0) throw new FaultsError(`The small disk was not mounted again with ${options}.`)
    },
    unmount: async () => {
      holder.kill('SIGKILL')
      await ended
    },
  }
}
