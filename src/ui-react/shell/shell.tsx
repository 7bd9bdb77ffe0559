import {
  memo,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useController } from '../hooks/use-controller.ts'
import { chooseLocale } from '../language/choose-locale.ts'
import { useChosen } from '../language/use-chosen.ts'
import { LanguageContext, useLanguage } from '../language/use-language.ts'
import { WordsContext } from '../language/words-context.ts'
import { useRuntime } from '../runtime.ts'
import { useThemeAttributes } from '../theme.ts'
import { Dialog } from './dialog.tsx'
import { useEarlyPairing } from './early-pairing.ts'
import { keepFocus, restoreFocus } from './focus.ts'
import { Header } from './header.tsx'
import { hostFont } from './host-font.ts'
import { insideHandlers, keepInside } from './keep-inside.ts'
import { LoadAhead } from './load-ahead.tsx'
import { AlertBar, PageNotice, Snackbar } from './notices.tsx'
import { OpenWallet } from './open-wallet.tsx'
import { RenderedAhead } from './rendered-ahead.tsx'
import { shadowSheets } from './shadow-sheets.ts'
import { shownModal } from './shown-modal.ts'
import { Stage, useShown } from './stage.tsx'
import { closeBySwipe } from './swipe.ts'
import { isUntitled } from './titles.ts'
import { createUpdatePause } from './update-pause.ts'

export { chooseLocale } from '../language/choose-locale.ts'
export { loadView } from '../views/registry.ts'

/**
 * Renders the host element and its shadow root, which isolates the modal from the page's styles. The modal renders in one pass: its
 * content is created outside the document, and moved into the shadow root before the dialog opens.
 */
export const Shell = memo(function Shell() {
  const runtime = useRuntime()
  const { latchkey } = runtime
  const host = useRef<HTMLDivElement>(null)
  const themeAttributes = useThemeAttributes()
  const { choice } = useContext(WordsContext)
  const { language: tag, strings } = useController(latchkey.options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the host changes the language.
  useEffect(() => void chooseLocale(runtime).catch(() => {}), [runtime, tag, strings])
  const language = useChosen(choice, (text) => latchkey.alert.note(text))
  const [inside] = useState(() => document.createElement('div'))
  const [sheets] = useState(shadowSheets)
  // Set this during render, because the parts add their styles in effects.
  runtime.style = sheets.add
  runtime.pause ??= createUpdatePause(latchkey)

  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      host.current = element
      if (!element) return
      // Read the computed font before the content is added, because style calculation is still cheap then.
      const font = hostFont(element)
      if (font) element.style.setProperty('--lk-host-font', font)
      runtime.styles.reach(element)
      const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
      sheets.adoptIn(shadow)
      shadow.append(inside)
    },
    [inside, sheets, runtime],
  )
  useLayoutEffect(() => {
    const [hosts, own] = [latchkey.frames?.hosts, host.current]
    if (!hosts || !own) return
    hosts.add(own)
    return () => void hosts.delete(own)
  }, [latchkey])
  // If the wallet's frame is in this host, it leaves the page with the modal. So end its approval. Not in a layout effect: its
  // cleanup also runs while the page suspends, and then the frame stays.
  useEffect(() => {
    const own = host.current
    return () => {
      if (own?.firstChild && latchkey.router.state.view === 'ApproveTransaction') latchkey.close()
    }
  }, [latchkey])

  return (
    <>
      {/* React Aria hides everything except its own dialog and elements with this attribute. */}
      <div ref={attach} {...themeAttributes} data-testid="lk-host" data-react-aria-top-layer="true" />
      {createPortal(
        <LanguageContext.Provider value={language}>
          <Content host={host} inside={inside} />
        </LanguageContext.Provider>,
        inside,
      )}
    </>
  )
})

function Content({
  host,
  inside,
}: {
  readonly host: RefObject<HTMLElement | null>
  readonly inside: Element
}) {
  const { tag, dir } = useLanguage()
  const runtime = useRuntime()
  const { latchkey } = runtime
  const { open, shake } = useController(useMemo(() => shownModal(runtime), [runtime]))
  const embedded = useController(latchkey.options, ({ enableEmbedded }) => enableEmbedded)
  const approving = useController(latchkey.router, ({ view }) => view === 'ApproveTransaction')
  const requestLink = useController(latchkey.pairing, (state) => state.requestLink)
  const shown = useShown(open, embedded)
  const frame = latchkey.frames?.current?.element
  const outside = approving && frame && !host.current?.contains(frame) ? frame : undefined

  const frameSlot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const under = frameSlot.current
    if (!open || !outside || !under) return
    let stop: (() => void) | undefined
    let gone = false
    // Loaded only if the embedded wallet's frame isn't inside the modal.
    import('./lay-over.ts').then(({ layOver }) => {
      if (!gone) stop = layOver(under, outside)
    })
    return () => {
      gone = true
      stop?.()
    }
  }, [open, outside])

  useLayoutEffect(() => keepInside(inside), [inside])
  useLayoutEffect(() => keepFocus(inside), [inside])

  // A closing modal must not receive clicks.
  useLayoutEffect(() => {
    if (!open || embedded) return
    const end = () => inside.removeEventListener('click', stop, true)
    const follow = () => {
      if (latchkey.modal.state.open) end()
      else inside.addEventListener('click', stop, true)
    }
    follow()
    const off = latchkey.modal.subscribe(follow)
    return () => {
      off()
      end()
    }
  }, [open, embedded, inside, latchkey])

  // If the focus was lost with the embedded wallet's frame, move it to the title of the next view.
  useEffect(() => {
    if (open && shown) restoreFocus(inside)
  }, [open, shown, inside])

  // The buttons in the embedded wallet's frame become active only when the frame has the pointer or the focus. Phones have no
  // hover, so without the focus the first tap would be lost.
  useEffect(() => {
    if (open && approving && latchkey.traits.mobile) frame?.focus({ preventScroll: true })
  }, [open, approving, frame, latchkey])

  useEarlyPairing(open)

  useEffect(() => {
    if (!open) latchkey.snackbar.hide()
  }, [open, latchkey])

  const swipes = !embedded && !approving
  const cardRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = cardRef.current
    if (!open || !swipes || !element) return
    return closeBySwipe(element, () => {
      latchkey.modal.safeClose()
      return !latchkey.modal.state.open
    })
  }, [open, swipes, latchkey])

  const card = (
    <div
      className={`card${shake ? ' shake' : ''}${embedded ? ' embedded' : ''}${isUntitled(shown.state.view) ? ' untitled' : ''}`}
      tabIndex={-1}
      data-testid="lk-card"
      ref={cardRef}
    >
      <span className="grabber" />
      <Header shown={shown} />
      <Snackbar />
      <Stage shown={shown} />
      {requestLink && <OpenWallet link={requestLink} />}
      <div className="frame" hidden={!approving || !frame} ref={frameSlot}>
        <slot name="frame" />
      </div>
      <AlertBar />
    </div>
  )
  return (
    <div className="root" lang={tag} dir={dir} {...insideHandlers}>
      {embedded ? (
        card
      ) : (
        <Dialog open={open} outside={outside} host={host}>
          <RenderedAhead open={open}>{card}</RenderedAhead>
        </Dialog>
      )}
      <PageNotice />
      <LoadAhead />
    </div>
  )
}

function stop(event: { stopPropagation(): void }) {
  event.stopPropagation()
}
