/* The only reader of the environment. */
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { UsageError, orUndefined, type Io } from '@recallite/command-line'
import type { Variables } from './schemas/schema.js'

/** A copy, because each access to `process.env` is a system call. */
export const environmentVariables = (): Variables => ({ ...process.env })

/** On a terminal unless NO_COLOR is set, and always with FORCE_COLOR. */
export function hasColour({ isOutputTerminal, surroundings }: Io): boolean {
  const variables = surroundings?.variables ?? process.env
  if (variables['NO_COLOR']) return false
  if (variables['FORCE_COLOR']) return variables['FORCE_COLOR'] !== '0'
  return isOutputTerminal && variables['TERM'] !== 'dumb'
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

/** Sends requests through the proxy of the environment, except to this machine, unless `proxyNotice` has a reason not to. */
export function useProxy(variables: Variables = environmentVariables()): void {
  const proxies = proxiesOf(variables)
  if (proxies.length === 0 || proxyNotice(variables) !== '') return
  const direct = ['localhost,127.0.0.1,::1,[::1]', variables['no_proxy'] || variables['NO_PROXY']]
  setProxy()?.({ ...Object.fromEntries(proxies), no_proxy: direct.join() })
}

/** A line that says why this process does not use the proxy of the environment; empty if it does or there is none. */
export function proxyNotice(variables = environmentVariables(), canSet = !!setProxy()): string {
  const proxies = proxiesOf(variables)
  const [name] = proxies.find(([, url]) => !/^https?:/iu.test(url) || !URL.canParse(url)) ?? []
  // The value may contain a password.
  if (name !== undefined)
    return `${name} is not the address of an HTTP proxy and is not used. Write it in this form: http://proxy.example.org:8080\n`
  if (proxies.length === 0 || canSet) return ''
  const isSupported = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')
  if (isSupported && variables['NODE_USE_ENV_PROXY'] === '1') return ''
  const advice = isSupported ? 'set NODE_USE_ENV_PROXY=1 and NO_PROXY=localhost,127.0.0.1, or ' : ''
  return `Node ${process.version} does not use the proxy of the environment. To use it, ${advice}install Node 24.14 or later.\n`
}

/** Variables and addresses of proxies; like other programs, accepts an address without `http://`. */
function proxiesOf(variables: Variables) {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']
  return names.flatMap((name) => {
    const url = variables[name]?.replace(/^(?!.*:\/\/)(?=.)/su, 'http://')
    return url ? [[name, url] as const] : []
  })
}

/** Undefined in versions of Node without this function. */
const setProxy = (): ((variables: Variables) => unknown) | undefined =>
  Reflect.get(process.getBuiltinModule('node:http'), 'setGlobalProxyFromEnv')
