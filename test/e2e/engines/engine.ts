/** One step of an input device, in the form that WebDriver and WebDriver BiDi share. */
export interface InputSource {
  readonly type: 'key' | 'pointer'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' }
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

/** A running browser with one page, driven over its protocol. */
export interface Engine {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** The value of an expression in the page, as JSON carries it. */
  evaluate(expression: string): Promise<unknown>
  /** The same in the first frame of the page. Fails while there is none. */
  evaluateInFrame(expression: string): Promise<unknown>
  input(sources: readonly InputSource[]): Promise<void>
  /** Resizes the viewport, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}
