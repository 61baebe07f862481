import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fencesOf } from '@recallite/checks/readme'
import { Failure, run } from './run.ts'

/**
 * What a README tells npm to install, flags included.
 * @throws Failure where it does not say
 */
export function installWords(readme: string): string[] {
  const [, words] = /npm install ([^`\n#]+)/u.exec(readme) ?? []
  if (words === undefined) throw new Failure('Its README does not say how it is installed.')
  return words.trim().split(/\s+/u)
}

/**
 * The first example of a README: of a library, code in TypeScript; of a program, lines for a shell, without the installation.
 * @throws Failure where there is none
 */
export function firstExample(readme: string, isProgram: boolean): string {
  const language = isProgram ? /^(?:sh|bash)$/u : /^(?:ts|typescript|js|javascript)$/u
  const fence = fencesOf(readme).find(({ info }) => language.test(info))
  if (fence === undefined) throw new Failure('Its README has no example that runs.')
  return isProgram ? fence.code.replace(/^npm install .*\n/u, '') : fence.code
}

/** Puts other texts in the place of some, each of which must be there. */
export function replaceAll(code: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Failure(`The example of its README has no longer: ${from}`)
    return changed.replace(from, () => to)
  }, code)
}

/**
 * Runs an example to its end.
 * @param shows what it must print
 * @throws Failure where it ends with another status than 0, or prints something else
 */
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
