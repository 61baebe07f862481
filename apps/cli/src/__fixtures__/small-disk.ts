import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder, type ProcessResult } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { builtCli } from './run-cli.js'

/** Whether an unprivileged process can mount a disk on this system. */
export const canMakeDisks =
  spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs none /tmp && command -v nsenter']).status === 0

/** A disk with a folder of notes, a database next to it and the program to run on them; removed when the test ends. */
export async function smallDisk(size: string) {
  const folder = temporaryFolder()
  const holder = spawn('unshare', [
    '-Urm',
    'sh',
    '-c',
    `mount -t tmpfs -o size=${size} none "$0" && echo ready && exec cat`,
    folder,
  ])
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  // The path for processes on the disk, and for this one.
  const outside = `/proc/${holder.pid}/root${folder}`
  const enter = ['-t', String(holder.pid), '-U', '-m', '--preserve-credentials']
  mkdirSync(join(outside, 'notes'))
  return diskAt({ folder, outside, enter })
}

/** Runs a program to its end. */
async function finish(args: readonly string[], env: Readonly<Record<string, string>>): Promise<ProcessResult> {
  const child = spawn('nsenter', args, { env: { ...process.env, ...env } })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const [exitCode] = await once(child, 'close')
  return { exitCode, ...output }
}

/** Operations on a disk; `enter`: the arguments for running a program there. */
function diskAt({ folder, outside, enter }: { folder: string; outside: string; enter: readonly string[] }) {
  const [notes, database] = [join(folder, 'notes'), join(folder, 'index.sqlite')]
  const env = { HOME: folder, TMPDIR: folder, NO_COLOR: '', FORCE_COLOR: '' }
  const argumentsOf = (args: readonly string[]) => [builtCli, ...args, '--db', database]
  const filler = join(outside, 'filler')
  return {
    folder,
    notes,
    database,
    env,
    /** The path of a file of the disk for this process. */
    outside: (path: string) => path.replace(folder, outside),
    write(path: string, text: string): void {
      const file = join(outside, 'notes', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    },
    free(): number {
      const { bavail, bsize } = statfsSync(outside)
      return bavail * bsize
    },
    /** Fills the disk completely. */
    fillUp(): void {
      const descriptor = openSync(filler, 'a')
      try {
        for (;;) writeSync(descriptor, Buffer.alloc(4096))
      } catch {
        closeSync(descriptor)
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    grow: (to: string) => finish([...enter, 'mount', '-o', `remount,size=${to}`, folder], env),
    run: (...args: string[]) => finish([...enter, process.execPath, ...argumentsOf(args)], env),
    /** The command line with which another program runs ours there. */
    commandOf: (...args: string[]) => ({
      command: 'nsenter',
      args: [...enter, process.execPath, ...argumentsOf(args)],
    }),
  }
}
