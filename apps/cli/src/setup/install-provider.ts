import { spawn, type SpawnOptions } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import { CodedError, printable, writeWhole } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import { bytesUnder } from '../models/models-folder.js'

/**
 * Installs a package and its dependencies with npm into its own folder, whose size is then `bytes`. Omits optional dependencies except
 * native code for this machine: those of node-llama-cpp are 610 MB for graphics cards, which this program does not use. Removes native
 * code for other systems, which is part of onnxruntime-node (245 MB).
 * @throws CodedError `PROVIDER_NOT_INSTALLED` if npm is missing or fails; the signal's reason
 */
export async function installProvider(
  { packageName: name, packageRange }: Record<'packageName' | 'packageRange', string>,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly version: string; readonly bytes: number }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  addDependencies(folder, { [name]: packageRange })
  await runNpm(folder, signal)
  const native = nativePackage(folder)
  if (native !== undefined) {
    addDependencies(folder, native)
    await runNpm(folder, signal)
  }
  removeForeignCode(folder)
  const { version } = readManifest(join(folder, 'node_modules', ...name.split('/')))
  return { version: version ?? '', bytes: bytesUnder(folder) }
}

interface Manifest {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

function addDependencies(folder: string, packages: Readonly<Record<string, string>>): void {
  const before = existsSync(join(folder, 'package.json')) ? readManifest(folder).dependencies : {}
  const manifest = { private: true, dependencies: { ...before, ...packages } }
  writeWhole(join(folder, 'package.json'), [`${JSON.stringify(manifest, null, 2)}\n`])
}

/** node-llama-cpp's native package for this machine; undefined if node-llama-cpp is not installed. */
function nativePackage(folder: string): Record<string, string> | undefined {
  const llama = join(folder, 'node_modules', 'node-llama-cpp')
  if (!existsSync(llama)) return undefined
  const offered = readManifest(llama).optionalDependencies ?? {}
  const binary = platformBinary(Object.keys(offered), process)
  if (binary === undefined) {
    const machine = `${process.platform} on ${process.arch}`
    const message = `node-llama-cpp has no native code for ${machine}. Use another provider: recallite setup --provider onnx`
    throw new CodedError('PROVIDER_NOT_INSTALLED', message)
  }
  return { [binary]: offered[binary] ?? 'latest' }
}

/** A machine in the terms of Node. */
export interface Machine {
  readonly platform: string
  readonly arch: string
}

const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'mac', win32: 'win' }
const processors: Readonly<Record<string, string>> = { x64: 'x64', arm64: 'arm64', arm: 'armv7l' }

/**
 * Chooses the smallest native package of node-llama-cpp for a machine: the one for its processor, or the one with Metal on Apple
 * silicon. Undefined if there is none.
 * @param offered names such as `@node-llama-cpp/linux-x64-cuda`
 */
export function platformBinary(offered: readonly string[], { platform, arch }: Machine): string | undefined {
  const name = `@node-llama-cpp/${systems[platform]}-${processors[arch]}`
  return [name, `${name}-metal`].find((candidate) => offered.includes(candidate))
}

const onnxMachines = new Set(['linux x64', 'linux arm64', 'win32 x64', 'win32 arm64', 'darwin arm64'])

/** Whether onnxruntime-node has native code for a machine: on Linux it needs glibc. */
export function hasOnnxRuntime({ platform, arch }: Machine, report = process.report.getReport()): boolean {
  const isGlibc = platform !== 'linux' || JSON.stringify(report).includes('"glibcVersionRuntime"')
  return isGlibc && onnxMachines.has(`${platform} ${arch}`)
}

/** Removes onnxruntime-node's code for other systems and processors, in `bin/<interface>/<system>/<processor>`. */
function removeForeignCode(folder: string): void {
  const code = join(folder, 'node_modules', 'onnxruntime-node', 'bin')
  for (const path of existsSync(code) ? readdirSync(code, { recursive: true, encoding: 'utf8' }) : []) {
    const [, system, processor, ...rest] = path.split(sep)
    if (rest.length > 0 || system === undefined) continue
    const isForeign = system !== process.platform || (processor !== undefined && processor !== process.arch)
    if (isForeign) rmSync(join(code, path), { recursive: true, force: true })
  }
}

// The packages' install scripts would download code for graphics cards or recompile prebuilt code.
const flags = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
const npmArguments = ['install', ...flags]

/** The command that runs npm. On Windows npm is a batch file, which Node starts only in a shell, as a single string. */
export function npmCommand(): [program: string, args: readonly string[], options: SpawnOptions] {
  if (process.platform !== 'win32') return ['npm', npmArguments, {}]
  return [['npm.cmd', ...npmArguments].join(' '), [], { shell: true, windowsHide: true }]
}

const maxOutput = 2000

async function runNpm(folder: string, signal: AbortSignal): Promise<void> {
  const [program, args, options] = npmCommand()
  const child = spawn(program, args, { ...options, cwd: folder, signal, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-maxOutput)))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  const code = await ended.catch((error: unknown) => {
    signal.throwIfAborted()
    throw failure(`npm could not be started: ${reasonOf(error)}`, folder)
  })
  if (code !== 0) throw failure(`npm failed: ${printable(output.trim(), { keepLines: true })}`, folder)
}

function failure(what: string, folder: string): CodedError<'PROVIDER_NOT_INSTALLED'> {
  const advice = `Only ${folder} was changed. Fix the problem, then run the same command again.`
  return new CodedError('PROVIDER_NOT_INSTALLED', `${what}\n${advice}`)
}
