/* The only reader of the environment. */
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { UsageError, orUndefined, type Io } from '@recallite/command-line'
import type { Variables } from './schemas/schema.js'

/** A copy, because each access to `process.env` is a system call. */
export const environmentVariables = (): Variables => ({ ...process.env })

/** On a terminal unless NO_COLOR is set, and always with FORCE_COLOR. */
export function hasColour(io: Io): boolean {
  if (process.env['NO_COLOR']) return false
  if (process.env['FORCE_COLOR']) return process.env['FORCE_COLOR'] !== '0'
  return io.isOutputTerminal && process.env['TERM'] !== 'dumb'
}

/** HOME unless it is empty, else the home folder of the system's user entry. */
export function homeFolder(variables: Variables = environmentVariables()): string {
  return variables['HOME'] || userInfo().homedir
}

/** The folder of the user file, models and databases. */
export const recalliteFolder = (home: string): string => join(home, '.recallite')

/** The folder where `recallite setup` installs providers: below the home folder, so that no administrator rights are needed. */
export function providersFolder(home: string = homeFolder()): string {
  return join(recalliteFolder(home), 'providers')
}

/** Undefined if the working folder was deleted. */
export const findWorkingFolder = (): string | undefined => orUndefined(() => process.cwd())

/** @throws UsageError if the working folder was deleted */
export function workingFolder(): string {
  const folder = findWorkingFolder()
  if (folder !== undefined) return folder
  throw new UsageError('The working folder was deleted. Change to another one, for example: cd ~')
}

/**
 * Sends this process's requests through the proxy of the environment, except those to this machine. Without effect if there is none
 * or if `proxyObstacle` names a reason.
 */
export function useProxy(variables: Variables = environmentVariables()): void {
  const [proxies, setProxy] = [proxiesOf(variables), proxySetter()]
  if (setProxy === undefined || proxyObstacle(variables) !== undefined) return
  const direct = [variables['no_proxy'] || variables['NO_PROXY'], 'localhost,127.0.0.1,::1,[::1]']
  setProxy({ ...proxies, no_proxy: direct.filter(Boolean).join(',') })
}

/** Why this process does not use the proxy of the environment, and what to do; undefined if it does or there is none. */
export function proxyObstacle(
  variables: Variables = environmentVariables(),
  canSet = proxySetter() !== undefined,
): string | undefined {
  const proxies = Object.entries(proxiesOf(variables))
  const [[first] = []] = proxies
  const [name] = proxies.find(([, url]) => !/^https?:/iu.test(url) || !URL.canParse(url)) ?? []
  // The value may contain a password.
  if (name !== undefined)
    return `${name} is not the address of an HTTP proxy and is not used. Write it in this form: http://proxy.example.org:8080`
  if (first === undefined || canSet) return undefined
  const isSupported = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')
  if (isSupported && variables['NODE_USE_ENV_PROXY'] === '1') return undefined
  const advice = isSupported ? 'set NODE_USE_ENV_PROXY=1 and NO_PROXY=localhost,127.0.0.1, or ' : ''
  return `Node ${process.version} does not use the proxy that ${first} names. To use it, ${advice}install Node 24.14 or later.`
}

/** The proxies by the names of their variables. Like other programs, accepts one without `http://`. */
function proxiesOf(variables: Variables): Record<string, string> {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']
  const urls = names.map((name) => [name, variables[name] ?? ''] as const).filter(([, url]) => url !== '')
  return Object.fromEntries(urls.map(([name, url]) => [name, url.includes('://') ? url : `http://${url}`]))
}

/** Undefined in versions of Node without this function. */
function proxySetter(): ((variables: Variables) => unknown) | undefined {
  return Reflect.get(process.getBuiltinModule('node:http'), 'setGlobalProxyFromEnv')
}
