import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fencesOf } from '@recallite/checks/readme'
import { Failure, run } from './run.ts'

/** The npm installation in a README, flags included. @throws Failure if there is none */
export function installWords(readme: string): string[] {
  const [, words] = /npm install ([^`\n#]+)/u.exec(readme) ?? []
  if (words === undefined) throw new Failure('Its README has no installation command.')
  return words.trim().split(/\s+/u)
}

/** The first example of a README: TypeScript, or shell lines without the installation. @throws Failure if there is none */
export function firstExample(readme: string, isProgram: boolean): string {
  const language = isProgram ? /^(?:sh|bash)$/u : /^(?:ts|typescript|js|javascript)$/u
  const fence = fencesOf(readme).find(({ info }) => language.test(info))
  if (fence === undefined) throw new Failure('Its README has no example that runs.')
  return isProgram ? fence.code.replace(/^npm install .*\n/u, '') : fence.code
}

/** Replaces texts, each of which must exist. */
export function replaceAll(code: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Failure(`The example of its README no longer contains: ${from}`)
    return changed.replace(from, () => to)
  }, code)
}

/** Runs an example to its end. @throws Failure if it does not exit with 0, or does not print `shows` */
export async function runExample(
  {
    code,
    isProgram,
    project,
    env,
  }: { code: string; isProgram: boolean; project: string; env: NodeJS.ProcessEnv },
  shows: RegExp,
) {
  const file = join(project, isProgram ? 'example.sh' : 'example.mts')
  writeFileSync(file, `${code}\n`)
  const command = isProgram ? ['sh', '-e', file] : ['node', file]
  const printed = await run(command, { cwd: project, env })
  if (!shows.test(printed))
    throw new Failure(`The example of its README does not print ${shows}, but:\n${printed}`)
}
