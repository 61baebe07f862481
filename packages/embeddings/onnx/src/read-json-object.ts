import { readFile } from 'node:fs/promises'
import { isRegularFile } from './is-regular-file.js'

/**
 * The object in a JSON file, undefined where there is no such file, or why there is none in it: words that follow the
 * name of the file.
 */
export async function readJsonObject(path: string): Promise<object | string | undefined> {
  if (!(await isRegularFile(path))) return undefined
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? value : 'is damaged: it holds no JSON object'
  } catch (error) {
    return error instanceof SyntaxError ? 'is damaged: it is not JSON' : 'may not be read by this user'
  }
}
