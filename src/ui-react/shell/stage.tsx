import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { RouterState } from '../../controllers/shell/router-controller.ts'
import { painted } from '../background.ts'
import { type Readable, useController } from '../hooks/use-controller.ts'
import { shellWords } from '../language/english/shell.ts'
import { useLanguage } from '../language/use-language.ts'
import { Icon } from '../parts/icon.tsx'
import { type Runtime, useRuntime } from '../runtime.ts'
import { knownView, loadView } from '../views/registry.ts'

export interface Shown {
  /** The router's state when the view appeared. The previous view stays while the next one loads. */
  readonly state: RouterState
  /** How the view appears. While the modal opens, only the card moves, because two fades would show the view late. */
  readonly way: 'opening' | 'next' | 'prev' | 'fade'
  readonly failure: unknown
  /** Loads the view again after a failure. */
  readonly retry: () => void
}

/** The longest wait that the visitor doesn't notice, in ms. During a shorter wait, a loading state would only flash. */
const unnoticed = 150
/** In px. From this scroll position on, the content is beneath the header's buttons, so the header gets a background. */
const scrolledFrom = 28
/** The events that end a press. While a menu is open or an element is dragged, the browser may send no `pointerup`. */
const ends = ['pointerup', 'pointercancel', 'contextmenu', 'dragend'] as const
/** In px. A smaller part of the view below the visible area is only padding or a rounding error. */
const unseen = 8

/**
 * Returns the router's state. Delays a change of the router while a request is pending. So if the wallet answers at once, the
 * modal doesn't show a waiting view.
 */
function settled(runtime: Runtime): Readable<RouterState> {
  const { router, session } = runtime.latchkey
  const { getSnapshot, getInitialSnapshot, subscribe: follow } = runtime.pause?.(router) ?? router
  const subscribe = (listener: () => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let due = false
    let gone = false
    const notify = () => {
      due = false
      if (!gone) listener()
    }
    const stop = follow(() => {
      if (due) return
      due = true
      // Wait until the click's own code has run, because the code may begin a request. A timer would delay the next paint.
      queueMicrotask(() => {
        if (session.state.attempt?.phase === 'waiting') timer = setTimeout(notify, unnoticed)
        else notify()
      })
    })
    return () => {
      gone = true
      clearTimeout(timer)
      stop()
    }
  }
  return { subscribe, getSnapshot, getInitialSnapshot }
}

/**
 * Returns the view to show: the router's view, or the previous view while the code of the router's view loads. After the modal
 * opens, there is no previous view: returns the router's view at once, and `Stage` shows a placeholder until the code is loaded.
 */
export function useShown(open: boolean, embedded: boolean): Shown {
  const runtime = useRuntime()
  const state = useController(useMemo(() => settled(runtime), [runtime]))
  const name = knownView(state.view)
  const [, arrived] = useReducer((count: number) => count + 1, 0)
  const [failure, setFailure] = useState<{ readonly name: string; readonly error: unknown }>()
  const [attempt, again] = useReducer((count: number) => count + 1, 0)
  const retry = useCallback(() => {
    setFailure(undefined)
    again()
  }, [])
  const here = runtime.views.has(name)
  const shown = useRef<Shown>({ state, way: 'opening', failure: undefined, retry })

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again for each attempt.
  useEffect(() => {
    if (here) return
    let gone = false
    loadView(runtime, name).then(
      () => !gone && arrived(),
      (error: unknown) => !gone && setFailure({ name, error }),
    )
    return () => {
      gone = true
    }
  }, [runtime, name, here, attempt])

  const wasOpen = useRef(false)
  useEffect(() => {
    wasOpen.current = open
  }, [open])

  const last = shown.current
  const failed = failure?.name === name && !here ? failure.error : undefined
  if (((here || (open && !wasOpen.current)) && last.state !== state) || last.failure !== failed) {
    const [before, now] = [last.state.history.length, state.history.length]
    const same = last.state.view === state.view
    const way = same ? last.way : now > before ? 'next' : now < before && now > 0 ? 'prev' : 'fade'
    const visible = embedded || (open && wasOpen.current)
    shown.current = { state, way: visible ? way : 'opening', failure: failed, retry }
  }
  return shown.current
}

/** Marks whether the view is scrolled, and whether a part of the view is below the visible area. */
function markScroll(of: HTMLElement): void {
  of.toggleAttribute('data-scrolled', of.scrollTop > scrolledFrom)
  of.toggleAttribute('data-more', of.scrollHeight - of.scrollTop - of.clientHeight > unseen)
}

/** Shows the view in a box that animates to the view's height. */
export function Stage({ shown }: { readonly shown: Shown }) {
  const { views } = useRuntime()
  const { state, way, failure, retry } = shown
  const View = views.get(knownView(state.view))
  const stage = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each view starts at its top. Scrolls before the height is set, because both need the layout.
  useLayoutEffect(() => {
    stage.current?.scrollTo(0, 0)
  }, [state.view])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each view has its own height.
  useLayoutEffect(() => {
    const [outer, content] = [stage.current, inner.current]
    if (!outer || !content || typeof ResizeObserver === 'undefined') return
    let height = 0
    let pressed = false
    let missed = false
    const settle = () => {
      // Before the dialog opens, the content has no size. From a height of 0, the box would grow for 150 ms.
      if (content.getClientRects().length === 0) return
      // A pressed button of the footer stays in place if the content above it grows, because a moved button would lose the click.
      if (pressed) {
        missed = true
        return
      }
      // A field stays in place while the visitor types, even if the content below it shrinks. After the visitor leaves the field,
      // the view keeps its height until the next change. So a button below the field doesn't move when the visitor presses it.
      const isTyping = content.querySelector('input:focus') !== null
      height = isTyping ? Math.max(height, content.offsetHeight) : content.offsetHeight
      outer.style.setProperty('height', `${height}px`)
    }
    settle()
    let gone = false
    let frame = 0
    const edge = new ResizeObserver(() => markScroll(outer))
    const observer = new ResizeObserver(() => {
      // Stop observing `outer` while its size changes, because the browser would report an error.
      edge.disconnect()
      settle()
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => edge.observe(outer))
    })
    const press = ({ button }: PointerEvent) => {
      pressed = button === 0
      // Stop a change of the height that is still under way.
      if (!pressed || outer.getAnimations().length === 0) return
      missed = true
      outer.style.setProperty('height', `${outer.offsetHeight}px`)
    }
    const release = () => {
      if (!pressed) return
      pressed = false
      if (!missed) return
      missed = false
      // After a tap, the click may follow in a later task. Observing again reports the size in the next frame.
      painted().then(() => {
        if (gone) return
        observer.unobserve(content)
        observer.observe(content)
      })
    }
    outer.addEventListener('pointerdown', press)
    // Listen in the capture phase, because the modal keeps its events inside.
    for (const end of ends) window.addEventListener(end, release, true)
    observer.observe(content)
    return () => {
      gone = true
      cancelAnimationFrame(frame)
      edge.disconnect()
      observer.disconnect()
      outer.removeEventListener('pointerdown', press)
      for (const end of ends) window.removeEventListener(end, release, true)
    }
  }, [state.view, View])

  let content: ReactNode = <Skeleton />
  if (failure) content = <Unfetched retry={retry} />
  else if (View) content = <View />
  return (
    <div className="stage" ref={stage} onScroll={({ currentTarget }) => markScroll(currentTarget)}>
      <div ref={inner}>
        {/* The view of another wallet starts anew. */}
        <div
          className={`view ${way}`}
          key={failure ? 'failure' : [state.view, state.data?.connector?.id, state.data?.wallet?.id].join()}
          data-view={state.view}
        >
          {content}
        </div>
      </div>
    </div>
  )
}

/** Shows that a chunk failed to load. A better explanation would need another chunk, which would likely fail too. */
function Unfetched({ retry }: Pick<Shown, 'retry'>) {
  const { say } = useLanguage()
  return (
    <div className="center" role="alert">
      <h2>{say(shellWords, 'unreachable')}</h2>
      <p className="quiet">{say(shellWords, 'unreachableAdvice')}</p>
      <div className="actions">
        <button type="button" className="primary" data-testid="load-again" onClick={retry}>
          <Icon name="retry" size={18} />
          {say(shellWords, 'tryAgain')}
        </button>
      </div>
    </div>
  )
}

function Skeleton() {
  return (
    <div className="list" aria-busy="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className="row skeleton" />
      ))}
    </div>
  )
}
