/**
 * The interfaces through which the core meets the world. Platforms implement them; everything above takes them as
 * arguments, so that a test, a server and a browser differ in one place only.
 */

/** Stops what the call that returned it started. Calling it twice is harmless. */
export type Unsubscribe = () => void

export interface CallOptions {
  /** Aborting rejects the call with `flow/aborted`; no state is written after that. */
  readonly signal?: AbortSignal | undefined
}

export interface RpcRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** A JSON-RPC endpoint: batched, retried and ranked behind this one call. Rejects with `LatchkeyError`. */
export interface JsonRpcPort {
  request<T = unknown>(call: RpcRequest, opts?: CallOptions): Promise<T>
}

/**
 * An HTTP API of a network, over all of its endpoints: shared, retried and ranked behind these calls. Paths begin with a
 * slash. Rejects with `LatchkeyError`: `http/status` has the response, whose body can be read.
 */
export interface HttpPort {
  /** Undefined when there is nothing at the path (404). */
  json(path: string, opts?: CallOptions): Promise<unknown>
  /** Undefined when there is nothing at the path (404). */
  text(path: string, opts?: CallOptions): Promise<string | undefined>
  /** Delivered to one endpoint, exactly once. Resolves with the text of the answer. */
  post(path: string, body: string, opts?: CallOptions): Promise<string>
}

/** Time in milliseconds. `now` is wall time; `after` and `every` stop when their return value is called. */
export interface Clock {
  now(): number
  after(ms: number, run: () => void): Unsubscribe
  every(ms: number, run: () => void): Unsubscribe
}

export interface Logger {
  debug(message: string, ...details: unknown[]): void
  warn(message: string, ...details: unknown[]): void
  error(message: string, ...details: unknown[]): void
}

/** Text by key, as `localStorage` has it. Any call may throw: `services/persistence` is what makes it safe. */
export interface KeyValueStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): readonly string[]
  /** Runs while no other tab of the store does, where the browser can promise that (Web Locks); else at once. */
  exclusively?(run: () => void): void
  /** Reports keys that somebody else (another tab) wrote or removed; `null` means all of them. */
  onExternalChange?(listener: (key: string | null) => void): Unsubscribe
}

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

/** Facts that do not change while the page lives. Specification 1, sections 2 and 5; specification 2, section 5. */
export interface PageTraits {
  readonly mobile: boolean
  readonly ios: boolean
  readonly android: boolean
  readonly mac: boolean
  /** Also in Chrome and its likes, which name Safari too. */
  readonly safari: boolean
  /** Apple's own browser, on any device. An iPad says of itself that it is a Mac. */
  readonly appleSafari: boolean
  readonly telegram: boolean
  /** The visitor asks for as little traffic as possible. */
  readonly saveData: boolean
  /** The page is shown in a frame of another one. */
  readonly framed: boolean
}

/** In which window a link opens. */
export type LinkTarget = '_self' | '_top' | '_blank'

/** Another window, of which a page of another origin may know no more. */
export interface PageWindow {
  readonly closed: boolean
  /** Set to null, before it is led anywhere: what opens there can neither reach this page nor lead it away. */
  opener?: unknown
  /** Led elsewhere by setting `href`. */
  readonly location: { href: string }
  close(): void
}

/** The page around this one, where it is shown in a frame. */
export interface ParentPage {
  /** Undefined where the browser does not say. */
  readonly origin: string | undefined
  /** Hands a message to it, as long as it is of that origin. */
  post(message: unknown, origin: string): void
  /** Whether a `message` event is its own. */
  sent(event: Event): boolean
}

/** What a frame is made of. */
export interface FrameSpec {
  /** Of the element; `id` names it on the page. */
  readonly attributes: Readonly<Record<string, string>> & { readonly id: string; readonly src: string }
  readonly style: Readonly<Record<string, string>>
}

/** A page of another origin inside this one. */
export interface PageFrame {
  /** What the modal shows. */
  readonly element: HTMLElement
  /** Whether it still stands in the page: the host may take it out. */
  readonly attached: boolean
  /** Hands a message to what stands in it, as long as that is of the origin. False when it stands in no page. */
  post(message: unknown, origin: string): boolean
  /** Hears what comes from its own window, and nothing that a script of this page made up. */
  onMessage(listener: (data: unknown, origin: string) => void): Unsubscribe
  /** Something has been loaded into it, or could not be. */
  onLoad(listener: (loaded: boolean) => void): Unsubscribe
  remove(): void
}

/**
 * Where the frame of an embedded wallet stands. A frame that is moved is loaded anew, so it is put once: into the modal's host
 * element when there is one, where it can be clicked while the dialog makes the rest of the page inert; else under the body,
 * and the modal opens around it without making it inert.
 */
export interface Frames {
  /** The frame that was put, wherever it stands. */
  readonly current: PageFrame | undefined
  /** The modal's host element, while it stands: its `frame` slot shows what is put there. The latest counts. */
  readonly hosts: Set<HTMLElement>
  /** Undefined where the page has an element of this id already. Loads what it takes first. */
  put(spec: FrameSpec): Promise<PageFrame | undefined>
}

/** What the core may know of the page it runs in. On a server every fact is absent and every event silent. */
export interface Page {
  readonly kind: 'browser' | 'node'
  /** Undefined where there is no document. */
  readonly location: { readonly origin: string; readonly hostname: string; readonly href: string } | undefined
  readonly traits: PageTraits
  /** The object on which a client claims its name (architecture, section 11, risk 2). */
  readonly realm: object
  /** A property of `window`, such as `ethereum`. Undefined when absent or when its getter throws. */
  global(name: string): unknown
  /** Listens to a window event. */
  listen(event: string, listener: (event: Event) => void): Unsubscribe
  /** Dispatches a plain event, or a custom event when there is a detail, on window. */
  dispatch(event: string, detail?: unknown): void
  /** Runs when the browser has nothing else to do, `limit` ms (default 1,000) from now at the latest. Never on a server. */
  whenIdle(run: () => void, limit?: number): Unsubscribe
  /** Leaves for the link, or opens it in a window that knows nothing of this one. It does not judge the link. */
  open(url: string, target: LinkTarget): void
  /** Opens a window that this page keeps hold of. Null where the browser refuses; absent where there are no windows. */
  popup?(url: string, name: string, features: string): PageWindow | null
  readonly parent?: ParentPage | undefined
  /** Absent where there is no document. */
  readonly frames?: Frames | undefined
  /** Hands the text over to the browser, which delivers it even when the page goes. False where it takes no more; absent where there is none. */
  beacon?(url: string, body: string): boolean
  visible(): boolean
  online(): boolean
}

/** Everything that a client needs of its surroundings. */
export interface Platform {
  readonly clock: Clock
  readonly storage: KeyValueStore
  readonly page: Page
  readonly log: Logger
  readonly fetch: Fetch
}
