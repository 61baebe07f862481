/**
 * Whether a host, as `URL.hostname` has it, is this machine whoever answers for names: `*.localhost` is for a resolver to
 * say, and some say otherwise.
 */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/iu.test(hostname)
}
