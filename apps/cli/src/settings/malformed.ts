import { SettingsError } from './errors.js'

/** @throws SettingsError `SETTINGS_MALFORMED`, with the place and what is wrong there */
export function malformed(file: string, line: number, fault: string): never {
  throw new SettingsError('SETTINGS_MALFORMED', `${file}:${line}: the file ${fault}.`)
}
