/** The actions of an input device, in the format that WebDriver and WebDriver BiDi share. */
export interface InputSource {
  readonly type: 'key' | 'pointer'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' }
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

/** A running browser with one page, which tests drive over the browser's protocol. */
export interface Engine {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Evaluates an expression in the page. Resolves with the value, converted to JSON and back. */
  evaluate(expression: string): Promise<unknown>
  /** Evaluates an expression in the first frame of the page. Fails if there is no frame. */
  evaluateInFrame(expression: string): Promise<unknown>
  input(sources: readonly InputSource[]): Promise<void>
  /** Resizes the viewport to a size in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** Returns a PNG of the viewport. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}
