import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { FaultsError } from '../run-suite.ts'

/** Root makes a mount namespace of its own; others a user namespace first. */
const isRoot = process.getuid?.() === 0
const [unshare = '', ...unshareFlags] = isRoot ? ['unshare', '-m'] : ['unshare', '-Urm']

/** A file system in memory over a folder, which only the commands that enter it see. */
export interface SmallDisk {
  /** What runs a command where the disk is. */
  readonly enter: readonly string[]
  see(path: string): string
  free(): number
  /** Leaves no byte free. */
  fill(): void
  makeRoom(): void
  unmount(): Promise<void>
}

/** Why there is no small disk here, over any folder; null where there is. */
export function diskObstacle(folder: string): string | null {
  const mount = ['mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', folder]
  const { status, error, stderr } = spawnSync(unshare, [...unshareFlags, ...mount], { encoding: 'utf8' })
  if (error) return 'unshare is not installed'
  return status === 0 ? null : `no small disk can be mounted: ${stderr.trim().split('\n')[0]}`
}

/** Mounts a disk of this size over a folder, in a namespace that a sleeping process keeps. */
export async function mountDisk(folder: string, kilobytes: number): Promise<SmallDisk> {
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
  const filler = see(`${folder}/filler`)
  return {
    enter,
    see,
    free: () => {
      const { bavail, bsize } = statfsSync(see(folder))
      return bavail * bsize
    },
    fill: () => fillWith(filler),
    makeRoom: () => {
      rmSync(filler, { force: true })
      const [command = '', ...rest] = [...enter, 'mount', '-o', 'remount,size=100000k', folder]
      spawnSync(command, rest)
    },
    unmount: async () => {
      holder.kill('SIGKILL')
      await ended
    },
  }
}

function fillWith(file: string): void {
  const handle = openSync(file, 'w')
  const block = Buffer.alloc(4096)
  try {
    for (;;) writeSync(handle, block)
  } catch {
    // The disk is full.
  } finally {
    closeSync(handle)
  }
}
