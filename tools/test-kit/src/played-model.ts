import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.js'

/** The program that simulates the child process of a local model. */
export const playedModel = new URL('./played-model-child.mjs', import.meta.url)

/** Writes a file that looks like a model. The simulated child loads it as its name says. */
export function writeModelFile(how = 'well'): string {
  const modelPath = join(temporaryFolder(), `model.${how}.gguf`)
  writeFileSync(modelPath, 'GGUF')
  return modelPath
}

/** Whether a process is running. False for zombies. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  return !(existsSync(stat) && readFileSync(stat, 'utf8').includes(') Z '))
}
