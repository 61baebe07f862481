import { spawn, spawnSync } from 'node:child_process'
import { statfsSync, writeSync, openSync, closeSync, rmSync } from 'node:fs'
import { FaultsError } from '../faults-error.js'

/** Root makes a mount namespace of its own; others a user namespace first. */
const isRoot = process.getuid?.() === 0
const unshare = isRoot ? ['unshare', '-m'] : ['unshare', '-Urm']

/**
 * @typedef {object} SmallDisk a file system in memory over a folder, which only the commands that enter it see
 * @property {readonly string[]} enter what runs a command where the disk is
 * @property {(path: string) => string} see a path as this process reaches it
 * @property {() => number} free bytes
 * @property {() => void} fill leaves no byte free
 * @property {() => void} empty takes the filler away
 * @property {(kilobytes: number) => void} resize
 * @property {() => Promise<void>} unmount
 */

/**
 * Why there is no small disk here; null where there is.
 * @param {string} folder any folder
 */
export function diskObstacle(folder) {
  const [file = '', ...args] = unshare
  const { status, error, stderr } = spawnSync(
    file,
    [...args, 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', folder],
    {
      encoding: 'utf8',
    },
  )
  if (error) return 'unshare is not installed'
  return status === 0 ? null : `no small disk can be mounted: ${stderr.trim().split('\n')[0]}`
}

/**
 * Mounts a disk of this size over a folder, in a namespace that a sleeping process keeps.
 * @param {string} folder
 * @param {number} kilobytes
 * @returns {Promise<SmallDisk>}
 */
export async function mountDisk(folder, kilobytes) {
  const [file = '', ...args] = unshare
  const script = 'mount -t tmpfs -o size=$0k,mode=700 none "$1" && echo ready && exec sleep 900'
  const holder = spawn(file, [...args, 'sh', '-c', script, `${kilobytes}`, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => holder.on('close', resolve))
  const first = new Promise((resolve) => holder.stdout.once('data', resolve))
  if ((await Promise.race([first, ended.then(() => undefined)])) === undefined)
    throw new FaultsError('The small disk was not mounted.')
  const pid = `${holder.pid}`
  const enter = ['nsenter', '-t', pid, ...(isRoot ? ['-m'] : ['-U', '-m', '--preserve-credentials']), '--']
  /** @param {string} path */
  const see = (path) => `/proc/${pid}/root${path}`
  const filler = see(`${folder}/filler`)
  return {
    enter,
    see,
    free: () => {
      const { bavail, bsize } = statfsSync(see(folder))
      return bavail * bsize
    },
    fill: () => fillWith(filler),
    empty: () => rmSync(filler, { force: true }),
    resize: (size) => {
      const [command = '', ...rest] = [...enter, 'mount', '-o', `remount,size=${size}k`, folder]
      spawnSync(command, rest)
    },
    unmount: async () => {
      holder.kill('SIGKILL')
      await ended
    },
  }
}

/** @param {string} file */
function fillWith(file) {
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
