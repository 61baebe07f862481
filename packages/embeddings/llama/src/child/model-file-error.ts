/** Why a model file is of no use. Stays inside the child: only its message crosses the channel. */
export class ModelFileError extends Error {
  readonly code = 'MODEL_FILE_UNUSABLE'

  constructor(reason: string) {
    super(reason)
    this.name = 'ModelFileError'
  }
}
