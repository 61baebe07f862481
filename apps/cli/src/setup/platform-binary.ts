/** A machine as Node names it. */
export interface Machine {
  readonly platform: string
  readonly arch: string
}

const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'mac', win32: 'win' }
const processors: Readonly<Record<string, string>> = { x64: 'x64', arm64: 'arm64', arm: 'armv7l' }

/**
 * Which of node-llama-cpp's packages of native code is the smallest that runs on a machine: the one for its processor, or on a
 * Mac with Apple silicon the one that comes for it with Metal. Undefined if none does.
 * @param offered as in `@node-llama-cpp/linux-x64-cuda`
 */
export function platformBinary(offered: readonly string[], { platform, arch }: Machine): string | undefined {
  const name = `@node-llama-cpp/${systems[platform]}-${processors[arch]}`
  return [name, `${name}-metal`].find((wanted) => offered.includes(wanted))
}
