/** Whoever was asked may have done it; the answer did not come in time. */
export class LateAnswer extends Error {
  constructor(milliseconds: number) {
    super(`There was no answer in ${milliseconds} milliseconds.`)
    this.name = 'LateAnswer'
  }
}
