import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CodedError } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import type { EditorLink } from '@recallite/ui/api'

/** A file and the line that is read. */
interface OpenedFile {
  /** An absolute path. */
  readonly folder: string
  readonly path: string
  readonly line: number
}

/** The links that open a file in an editor; `href` is null if the server runs the command of the setting `ui.editor`. */
export function editorLinks({ folder, path, line }: OpenedFile, editor: string | undefined): EditorLink[] {
  const file = join(folder, path)
  const address = encodeURI(file.replaceAll('\\', '/').replace(/^\/?/u, '/')).replaceAll(
    /[?#]/gu,
    encodeURIComponent,
  )
  const code = { name: 'VS Code', href: `vscode://file${address}:${line}` }
  const obsidian = { name: 'Obsidian', href: `obsidian://open?path=${encodeURIComponent(file)}` }
  if (editor === 'vscode') return [code]
  if (editor === 'obsidian') return [obsidian]
  if (editor !== undefined) return [{ name: 'editor', href: null }]
  return existsSync(join(folder, '.obsidian')) ? [obsidian, code] : [code]
}

/**
 * Opens a file with a command such as `code -g {path}:{line}`, without a shell.
 * @throws CodedError `EDITOR_FAILED`
 */
export async function runEditor({ folder, path, line }: OpenedFile, command: string): Promise<void> {
  const words = Array.from(command.matchAll(/"([^"]*)"|(\S+)/gu), ([, quoted, plain = '']) => quoted ?? plain)
  const values: Readonly<Record<string, string>> = { '{path}': join(folder, path), '{line}': String(line) }
  const filled = words.map((word) => word.replaceAll(/\{(?:path|line)\}/gu, (name) => values[name] ?? name))
  await startProgram(filled).catch((error: unknown) => {
    const advice = "Correct the setting ui.editor; 'recallite config' shows where it is set."
    throw new CodedError('EDITOR_FAILED', `${filled[0]} cannot be started: ${reasonOf(error)}. ${advice}`)
  })
}

type Variables = Readonly<Record<string, string | undefined>>

/** The command that opens an address in the browser of the user; undefined if the session has no display. */
export function browserCommand(
  platform: NodeJS.Platform,
  variables: Variables,
): readonly string[] | undefined {
  if (variables['SSH_CONNECTION']) return undefined
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return variables['DISPLAY'] || variables['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined
}

/** Opens an address in the browser. A failure has no effect, because the address is printed too. */
export async function openInBrowser(address: string, variables: Variables): Promise<void> {
  const command = browserCommand(process.platform, variables)
  if (command) await startProgram([...command, address]).catch(() => undefined)
}

/** Starts a program that continues on its own. */
async function startProgram([program = '', ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  child.unref()
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
}
