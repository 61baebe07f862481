import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder, type ProcessResult } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { builtCli } from './run-cli.js'

/** Whether this system lets an ordinary process have a disk of its own. */
export const canMakeDisks =
  spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs none /tmp && command -v nsenter']).status === 0

/** A disk of its own with a folder of notes, a database beside it and the program to run over them; gone when the test ends. */
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
  // As the processes on the disk see it, and as this one does.
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

/** What is done with a disk; `enter` are the arguments by which a program runs there. */
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
    /** Leaves not a byte. */
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
    /** The command line by which another program runs ours there. */
    commandOf: (...args: string[]) => ({
      command: 'nsenter',
      args: [...enter, process.execPath, ...argumentsOf(args)],
    }),
  }
}
