import type { ErrorTexts } from '../strings.ts'

const mistake = 'Diese Seite hat einen Fehler gemacht. Melden Sie dem Betreiber der Website diesen Code.'
const setUp = 'Diese Seite ist dafür nicht eingerichtet. Melden Sie dem Betreiber der Website diesen Code.'
const networkSetUp =
  'Diese Seite ist für dieses Netzwerk nicht eingerichtet. Melden Sie dem Betreiber der Website diesen Code.'
const connectFirst = 'Verbinden Sie zuerst eine Wallet.'
const notUsed = 'Diese Seite unterstützt dieses Netzwerk nicht. Wählen Sie eines aus der Liste.'
const together =
  'Die Wallet kann diese Schritte nicht gemeinsam ausführen. Versuchen Sie es mit einer anderen Wallet.'
const unusable = 'Die Wallet oder das Netzwerk hat ungültig geantwortet. Versuchen Sie es später erneut.'
const server =
  'Bei einem Server, den diese Seite braucht, ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.'
const frame = 'Die Wallet in dieser Seite hat nicht geantwortet. Versuchen Sie es erneut.'
const signIn =
  'Sie können sich noch nicht anmelden. Verbinden Sie zuerst eine Wallet und wählen Sie ein Netzwerk.'
const usedEarly = 'Die Wallet wurde verwendet, bevor sie verbunden war. Verbinden Sie zuerst die Wallet.'
const signInFailed = 'Die Anmeldung konnte nicht beginnen. Versuchen Sie es gleich noch einmal.'
const otherMessage =
  'Die Signatur passt nicht zur Anfrage dieser Seite. Sie sind nicht angemeldet. Versuchen Sie es erneut.'
const wrongTime =
  'Die Uhrzeit der Anmeldung stimmt nicht. Sie sind nicht angemeldet. Prüfen Sie die Uhr dieses Geräts und versuchen Sie es erneut.'
const unverified = 'Ihre Anmeldung konnte nicht überprüft werden. Versuchen Sie es später erneut.'

/** What each error code means to a visitor. */
export const germanErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input':
    'Ein Feld wurde abgelehnt; die Meldung nennt das Feld und den Grund. Korrigieren Sie das genannte Feld.',
  'validation/invalid-amount':
    'Der Betrag ist keine Dezimalzahl oder hat mehr Nachkommastellen als der Token. Geben Sie Ziffern mit höchstens einem Punkt und nicht mehr Nachkommastellen ein, als der Token hat, zum Beispiel 0.25.',
  'validation/invalid-address':
    'Das ist keine gültige Adresse auf diesem Netzwerk, oder sie enthält einen Tippfehler. Kopieren Sie sie erneut von der Quelle; korrigieren Sie sie nicht von Hand.',
  'validation/amount-and-receiver-required':
    'Der Betrag oder der Empfänger fehlt. Geben Sie einen Betrag und die Adresse des Empfängers ein.',
  'validation/token-required': 'Es wurde kein Token gewählt. Wählen Sie den Token, den Sie senden möchten.',
  'validation/unsupported-chain':
    'Auf diesem Netzwerk ist das Senden nicht möglich. Wechseln Sie zu einem anderen.',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    'Die Adresse sieht aus wie eine, die Sie kennen, ist aber eine andere, oder niemand hat ihren Schlüssel. Vergleichen Sie jedes Zeichen und bestätigen Sie sie dann.',
  'validation/insufficient-balance':
    'Das Guthaben des Kontos reicht für Betrag und Gebühr nicht aus. Senden Sie weniger oder laden Sie das Konto zuerst auf.',
  'validation/invalid-chain-id': mistake,
  'config/invalid-options': setUp,
  'config/conflicting-options': setUp,
  'config/already-created': setUp,
  'config/not-created': setUp,
  'config/no-modal': setUp,
  'config/not-built': setUp,
  'config/disposed': setUp,
  'config/peer-missing': setUp,
  'config/invalid-app-configuration': setUp,
  'config/origin-not-allowed': setUp,
  'config/invalid-project-id': setUp,
  'config/project-id-not-configured': setUp,
  'config/no-adapter': setUp,
  'config/endpoint-off': setUp,
  'config/feature-off': setUp,
  'network/not-found': notUsed,
  'network/not-requested': notUsed,
  'network/not-added':
    'Die Wallet hat dieses Netzwerk nicht, und es wurde nicht hinzugefügt. Fügen Sie es in der Wallet hinzu und wechseln Sie dann erneut.',
  'network/switch-failed':
    'Die Wallet sollte wechseln und ist noch auf einem anderen Netzwerk. Wechseln Sie das Netzwerk in der Wallet selbst.',
  'network/invalid-chain-id':
    'Die Chain-ID der Wallet ist keine Zahl, oder die Wallet hat die verlangte abgelehnt. Wechseln Sie das Netzwerk in der Wallet selbst; wenn es wieder passiert, melden Sie es den Entwicklern der Wallet.',
  'network/wrong-chain':
    'Die Wallet ist auf einem anderen Netzwerk als die Anfrage. Es wurde nichts gesendet. Wechseln Sie mit der Wallet zum erwarteten Netzwerk und versuchen Sie es erneut.',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': 'Die Verbindung wurde beendet. Verbinden Sie die Wallet erneut.',
  'connection/no-accounts':
    'Die Wallet hat kein Konto für dieses Netzwerk. Erstellen oder wählen Sie eines in der Wallet.',
  'connection/account-not-connected':
    'Die Wallet gibt dieses Konto nicht frei. Wählen Sie das Konto in der Wallet oder verwenden Sie ein verbundenes.',
  'connection/connector-not-found':
    'Die Wallet wurde nicht gefunden; sie ist vielleicht deaktiviert. Installieren oder aktivieren Sie sie und laden Sie die Seite neu.',
  'connection/provider-not-found':
    'Die Wallet hat sich ohne Provider gemeldet. Laden Sie die Seite neu; wenn es wieder passiert, installieren Sie die Wallet neu.',
  'connection/namespace-not-configured':
    'Die Wallet ist auf diesem Netzwerk nicht verbunden. Verbinden Sie sie erneut und erlauben Sie dieses Netzwerk.',
  'connection/failed':
    'Die Wallet konnte nicht verbunden werden. Versuchen Sie es erneut; wenn es wieder passiert, starten Sie die Wallet neu.',
  'connection/disconnect-failed':
    'Die Seite hat die Verbindung getrennt, aber mindestens eine Wallet hat das nicht bestätigt. Entfernen Sie die Verbindung auch in der Wallet.',
  'connection/walletconnect-not-found':
    'Diese Seite ist nicht für WalletConnect eingerichtet. Wählen Sie eine andere Wallet.',
  'connection/pairing-expired':
    'Der Verbindungslink wurde nicht rechtzeitig verwendet. Beginnen Sie erneut und scannen Sie den neuen Code.',
  'connection/pairing-attempts':
    'Der Verbindungslink ist mehrmals abgelaufen und erneuert worden, ohne verwendet zu werden. Verbinden Sie sich erneut, wenn Sie die Wallet bereit haben.',
  'connection/relay-unreachable':
    'Der Server zwischen dieser Seite und der Wallet hat nicht geantwortet. Schalten Sie Inhaltsblocker für diese Seite aus und versuchen Sie es erneut.',
  'session/expired':
    'Die Verbindung ist nicht gültig, oft weil eine Uhr falsch geht. Prüfen Sie die Zeiteinstellungen Ihres Geräts und verbinden Sie sich erneut.',
  'wallet/user-rejected':
    'Sie haben die Anfrage in der Wallet abgelehnt. Es ist nichts passiert; Sie können es jederzeit erneut versuchen.',
  'wallet/unauthorized':
    'Die Wallet erlaubt dieser Website diese Anfrage nicht. Verbinden Sie die Wallet erneut und erlauben Sie es dort.',
  'wallet/disconnected':
    'Die Wallet hat zu keiner Chain eine Verbindung. Prüfen Sie das Netzwerk der Wallet und versuchen Sie es erneut.',
  'wallet/chain-disconnected':
    'Die Wallet hat zu dieser Chain keine Verbindung. Wechseln Sie das Netzwerk in der Wallet oder warten Sie, bis sie wieder erreichbar ist.',
  'wallet/request-pending':
    'Die Wallet zeigt noch eine frühere Anfrage. Öffnen Sie die Wallet und beantworten Sie die wartende Anfrage.',
  'wallet/invalid-answer':
    'Die Wallet hat ungültig geantwortet; die Antwort wurde nicht verwendet. Aktualisieren Sie die Wallet.',
  'wallet/closed-during-request':
    'Die Wallet wurde bei offener Anfrage getrennt; sie kann die Anfrage noch ausführen. Prüfen Sie in der Wallet, ob sie ausgeführt wurde, bevor Sie es erneut versuchen.',
  'wallet/timeout':
    'Die Wallet hat nicht rechtzeitig geantwortet; sie kann die Anfrage noch ausführen. Prüfen Sie in der Wallet, ob eine Anfrage wartet, bevor Sie es erneut versuchen.',
  'wallet/request-expired':
    'Die Anfrage ist abgelaufen, bevor sie in der Wallet beantwortet wurde. Versuchen Sie es erneut und antworten Sie in der Wallet innerhalb von fünf Minuten.',
  'wallet/answer-missed':
    'Die Seite hat zu lange geruht oder die Verbindung zur Wallet verloren. Dabei kann eine Antwort der Wallet verloren gegangen sein. Prüfen Sie in der Wallet, ob die Anfrage ausgeführt wurde, bevor Sie es erneut versuchen.',
  'wallet/send-in-progress':
    'Eine frühere Transaktion desselben Kontos ist noch nicht beantwortet. Beantworten Sie sie zuerst in der Wallet.',
  'wallet/send-spent':
    'Das wurde bereits an die Wallet gesendet und wird nicht zweimal gesendet. Prüfen Sie, ob es geklappt hat; wenn nicht, beginnen Sie von vorn.',
  'wallet/fee-above-limit':
    'Die Netzwerkgebühr ist höher als die, der Sie zugestimmt haben. Es wurde nichts gesendet. Prüfen Sie die neue Gebühr oder versuchen Sie es später erneut.',
  'wallet/feature-unsupported':
    'Die Wallet unterstützt das nicht. Aktualisieren Sie sie oder wählen Sie eine andere.',
  'wallet/method-unsupported':
    'Die Wallet unterstützt das nicht oder durfte es nicht. Aktualisieren Sie sie oder wählen Sie eine andere.',
  'wallet/transaction-altered':
    'Die Wallet hat eine andere Transaktion signiert als verlangt. Sie wurde nicht gesendet. Versuchen Sie es erneut; wenn es wieder passiert, melden Sie es den Entwicklern der Wallet.',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected':
    'Sie haben die dafür nötige Erweiterung des Kontos abgelehnt. Stimmen Sie ihr in der Wallet zu und versuchen Sie es erneut.',
  'calls/not-atomic': together,
  'ledger/unavailable':
    'Dieser Browser erreicht keinen Ledger. Verwenden Sie Chrome, Edge oder Brave auf einem Computer.',
  'ledger/locked': 'Ihr Ledger ist gesperrt. Entsperren Sie ihn und versuchen Sie es erneut.',
  'ledger/wrong-app':
    'Auf Ihrem Ledger ist eine andere App geöffnet. Öffnen Sie dort die App dieses Netzwerks und versuchen Sie es erneut.',
  'ledger/unplugged':
    'Ihr Ledger wurde getrennt. Schließen Sie ihn an, entsperren Sie ihn, öffnen Sie die App und versuchen Sie es erneut.',
  'ledger/other-account':
    'Dieser Ledger hat ein anderes Konto als der verbundene. Schließen Sie den anderen Ledger an, oder trennen Sie die Verbindung und verbinden Sie diesen.',
  'ledger/blind-signing-off':
    'Ihr Ledger kann die Einzelheiten dieser Anfrage nicht anzeigen. Um trotzdem zu signieren, schalten Sie in den Einstellungen der App auf dem Ledger „Blind signing“ ein.',
  'adapter/unsupported': 'Diese Wallet unterstützt das nicht. Verwenden Sie eine andere Wallet.',
  'adapter/wallet-not-ready':
    'Die Wallet ist installiert, aber gesperrt oder nicht eingerichtet. Entsperren Sie die Wallet und versuchen Sie es erneut.',
  'adapter/load-error':
    'Der Code der Wallet konnte nicht geladen werden. Prüfen Sie das Netz und Inhaltsblocker und laden Sie die Seite neu.',
  'adapter/config-error':
    'Die Wallet hat die Einstellungen dieser Seite abgelehnt. Melden Sie dem Betreiber der Website diesen Code.',
  'adapter/connection-error':
    'Die Verbindung zur Wallet ist fehlgeschlagen oder abgebrochen. Verbinden Sie die Wallet erneut.',
  'adapter/disconnected': 'Die Wallet hat die Verbindung beendet. Verbinden Sie die Wallet erneut.',
  'adapter/account-error':
    'Das Konto der Wallet konnte nicht gelesen werden. Wählen Sie in der Wallet ein Konto und versuchen Sie es erneut.',
  'adapter/public-key-error':
    'Der öffentliche Schlüssel der Wallet konnte nicht gelesen werden. Wählen Sie in der Wallet ein anderes Konto oder aktualisieren Sie sie.',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    'Die Wallet hat die Transaktion angenommen, konnte sie aber nicht senden. Prüfen Sie den Status in der Wallet und versuchen Sie es erneut.',
  'adapter/sign-transaction-error':
    'Die Wallet konnte die Transaktion nicht signieren. Versuchen Sie es erneut.',
  'adapter/sign-message-error': 'Die Wallet konnte die Nachricht nicht signieren. Versuchen Sie es erneut.',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported':
    'Die Wallet oder das Netzwerk unterstützt das nicht. Verwenden Sie eine andere Wallet.',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/not-kept': 'Der Server des Netzwerks hält diese Daten nicht vor. Versuchen Sie es später erneut.',
  'rpc/refused': 'Der Server des Netzwerks lehnt diese Seite ab. Versuchen Sie es später erneut.',
  'rpc/transaction-rejected':
    'Das Netzwerk hat die Transaktion abgelehnt. Es wurde nichts gesendet. Versuchen Sie es erneut.',
  'rpc/limit-exceeded': 'Das Netzwerk ist ausgelastet. Warten Sie einen Moment und versuchen Sie es erneut.',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed': 'Diese Wallet unterstützt diese Anfrage nicht. Verwenden Sie eine andere.',
  'rpc/unreachable':
    'Der Server des Netzwerks war nicht erreichbar oder lehnt Webseiten ab. Versuchen Sie es gleich noch einmal.',
  'rpc/maybe-sent':
    'Die Transaktion wurde vielleicht gesendet. Prüfen Sie Ihre Aktivität, bevor Sie erneut senden.',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high':
    'Die Höchstgebühr der Transaktion liegt über der Grenze des Knotens. Senken Sie die Gebühr.',
  'node/fee-cap-too-low':
    'Die Höchstgebühr der Transaktion liegt unter der Grundgebühr des Blocks. Erhöhen Sie die Gebühr oder warten Sie, bis die Grundgebühr sinkt.',
  'node/nonce-too-high':
    'Transaktionen vor dieser fehlen. Warten Sie auf die früheren Transaktionen oder setzen Sie den Verlauf des Kontos in der Wallet zurück.',
  'node/nonce-too-low':
    'Eine Transaktion mit dieser Nonce wurde bereits gesendet; vielleicht ist es diese. Prüfen Sie, ob sie aufgenommen wurde, bevor Sie erneut senden.',
  'node/nonce-max': 'Das Konto kann keine weiteren Transaktionen senden. Verwenden Sie ein anderes Konto.',
  'node/insufficient-funds':
    'Das Guthaben des Kontos deckt Betrag und Höchstgebühr nicht. Laden Sie das Konto auf oder senden Sie weniger.',
  'node/intrinsic-gas-too-high':
    'Das Gaslimit der Transaktion ist höher als das eines Blocks. Senken Sie das Gaslimit.',
  'node/intrinsic-gas-too-low':
    'Das Gaslimit ist zu niedrig für die Daten der Transaktion. Erhöhen Sie es oder lassen Sie es weg, damit es geschätzt wird.',
  'node/transaction-type-unsupported':
    'Das Netzwerk unterstützt diese Art von Transaktion nicht. Melden Sie dem Betreiber der Website diesen Code.',
  'node/tip-above-fee-cap':
    'Die Prioritätsgebühr ist höher als die Höchstgebühr. Senken Sie die Prioritätsgebühr oder erhöhen Sie die Höchstgebühr.',
  'node/execution-reverted':
    'Der Vertrag hat abgebrochen; die Meldung nennt den Grund, falls der Vertrag einen angibt. Prüfen Sie die Funktion und ihre Argumente. Oft ist ein Guthaben oder eine Freigabe zu niedrig oder ein Argument falsch.',
  'node/bad-signature':
    'Die Signatur stammt nicht vom Absender dieser Transaktion auf diesem Netzwerk. Signieren Sie erneut; wenn es wieder passiert, signiert die Wallet vielleicht für ein anderes Netzwerk oder eine andere Version.',
  'node/transaction-expired':
    'Eine signierte Transaktion gilt für eine Anzahl von Blöcken, und diese sind vorbei. Es wurde nichts gesendet. Senden Sie erneut und bestätigen Sie früher in der Wallet.',
  'node/transaction-failed':
    'Die Transaktion ist fehlgeschlagen oder abgelaufen. Falls ein Block sie aufgenommen hat, wurde die Netzwerkgebühr bezahlt; sonst wurde nichts bewegt.',
  'node/transaction-replaced':
    'Eine andere Transaktion hat sie ersetzt; diese kann nicht mehr stattfinden. Prüfen Sie in Ihrer Wallet, was stattdessen gesendet wurde.',
  'node/transaction-unknown':
    'Kein Knoten zeigt die Transaktion. Sie kann noch ankommen. Senden Sie sie nicht erneut, bevor Sie im Explorer nachgesehen haben.',
  'node/fee-too-low': 'Die Netzwerkgebühr ist zu niedrig. Erhöhen Sie sie und senden Sie erneut.',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    'Die Wallet in dieser Seite konnte nicht geladen werden. Prüfen Sie Inhaltsblocker und laden Sie die Seite neu.',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request':
    'Ihre Eingabe ist unvollständig oder ungültig. Korrigieren Sie sie und versuchen Sie es erneut.',
  'frame/taken':
    'Auf dieser Seite ist bereits eine Wallet geöffnet. Schließen Sie die andere Anmeldung oder laden Sie die Seite neu.',
  'frame/failed': 'Die Wallet in dieser Seite hat die Anfrage abgelehnt. Versuchen Sie es erneut.',
  'social/popup-failed':
    'Die Anmeldung bei einem Anbieter braucht ein Fenster, das hier nicht möglich ist. Verwenden Sie E-Mail oder eine Wallet.',
  'social/popup-blocked':
    'Der Browser hat das Fenster nicht geöffnet. Erlauben Sie Pop-ups für diese Seite und versuchen Sie es erneut.',
  'social/no-redirect':
    'Die Wallet hat nicht gesagt, wo die Anmeldung beginnt. Versuchen Sie es erneut oder melden Sie sich anders an.',
  'social/timed-out': 'Der Anbieter war nicht rechtzeitig erreichbar. Versuchen Sie es erneut.',
  'social/untrusted-origin':
    'Das Fenster führte zu einer anderen Website, daher wurde nichts übernommen. Versuchen Sie es erneut.',
  'social/popup-closed':
    'Sie haben das Fenster vor dem Ende geschlossen. Versuchen Sie es erneut, wann Sie möchten.',
  'frame/window-blocked':
    'Das Fenster der Wallet wurde nicht geöffnet. Erlauben Sie Pop-ups für diese Seite und versuchen Sie es erneut.',
  'frame/cooldown':
    'Wir haben Ihnen gerade eine E-Mail gesendet. Warten Sie eine Minute und versuchen Sie es dann erneut.',
  'data/balances-failed':
    'Ihr Guthaben konnte nicht geladen werden. Versuchen Sie es in einer halben Minute erneut.',
  'data/history-failed': 'Ihre Transaktionen konnten nicht geladen werden. Versuchen Sie es später erneut.',
  'onramp/unsupported':
    'Der Anbieter unterstützt dieses Netzwerk nicht. Wählen Sie ein anderes Netzwerk oder einen anderen Anbieter.',
  'onramp/invalid-link':
    'Die Seite des Anbieters konnte nicht geöffnet werden. Es wurde nichts gekauft. Versuchen Sie es erneut oder wählen Sie einen anderen Anbieter.',
  'onramp/no-price':
    'Der Anbieter hat für diesen Betrag keinen Preis genannt. Versuchen Sie es erneut oder wählen Sie den Betrag auf der Seite des Anbieters.',
  'onramp/amount-out-of-range':
    'Der Betrag liegt außerhalb der Grenzen des Anbieters. Wählen Sie einen anderen.',
  'onramp/timed-out':
    'Der Anbieter hat den Kauf nicht gemeldet. Wenn Sie bezahlt haben, kommen die Token noch an: Prüfen Sie dort Ihre Käufe, bevor Sie erneut kaufen.',
  'siwx/not-enabled': 'Diese Seite verwendet keine Anmeldung.',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined':
    'Sie haben nicht signiert und sind daher nicht angemeldet. Versuchen Sie es erneut, wann Sie möchten.',
  'siwx/smart-account':
    'Diese Seite unterstützt diese Art von Konto vielleicht nicht. Verwenden Sie ein anderes Konto.',
  'siwx/initialize-failed': signInFailed,
  'siwx/invalid-message': otherMessage,
  'siwx/changed-message': otherMessage,
  'siwx/wrong-domain': otherMessage,
  'siwx/wrong-uri': otherMessage,
  'siwx/wrong-chain': otherMessage,
  'siwx/wrong-address': otherMessage,
  'siwx/wrong-nonce': otherMessage,
  'siwx/issued-in-future': wrongTime,
  'siwx/too-old': wrongTime,
  'siwx/not-yet-valid': wrongTime,
  'siwx/expired': wrongTime,
  'siwx/invalid-signature': otherMessage,
  'siwx/unverifiable': unverified,
  'siwx/other-user':
    'Dieses Konto gehört einem anderen Benutzer. Melden Sie sich ab und dann nur mit diesem Konto an.',
  'siwx/server-failed': unverified,
  'siwx/not-authenticated': signInFailed,
  'siwx/no-message-params': signInFailed,
  'siwx/verify-failed': otherMessage,
  'siwx/siwe-failed': unverified,
  'siwx/incomplete-session': signInFailed,
  'name/resolve-failed':
    'Der Name konnte nicht gesucht werden. Prüfen Sie die Schreibweise oder versuchen Sie es später.',
  'name/needs-gateway':
    'Die Adresse dieses Namens liegt außerhalb des Netzwerks, und diese Seite fragt keine anderen Server danach. Geben Sie stattdessen die Adresse ein.',
  'name/suggestions-failed':
    'Die Namensvorschläge konnten nicht geladen werden. Versuchen Sie es später erneut.',
  'name/reverse-failed':
    'Die Namen einer Adresse konnten nicht gesucht werden. Versuchen Sie es später erneut.',
  'name/register-failed':
    'Der Name wurde nicht registriert. Wählen Sie einen anderen Namen oder versuchen Sie es später.',
  'name/network-not-found':
    'Es gibt kein Netzwerk, auf dem ein Name registriert werden kann. Wählen Sie zuerst ein Netzwerk.',
  'name/connector-not-found':
    'Namen werden mit der eingebetteten Wallet registriert, die nicht verbunden ist. Verbinden Sie sich zuerst mit E-Mail oder einem Social-Konto.',
  'swap/gas-price-unsupported':
    'Der Dienst hat keinen Gaspreis für dieses Netzwerk. Wechseln Sie zu einem Netzwerk, auf dem Sie tauschen können.',
  'swap/unsupported':
    'Auf diesem Netzwerk ist kein Tausch möglich. Wechseln Sie zu einem Netzwerk, auf dem Sie tauschen können.',
  'swap/no-address': 'Es ist kein Konto eines EVM-Netzwerks verbunden. Verbinden Sie zuerst eine Wallet.',
  'swap/initialize-failed':
    'Die Token zum Tauschen konnten nicht geladen werden. Versuchen Sie es gleich noch einmal.',
  'swap/price-failed':
    'Die Preise der Token konnten nicht geladen werden. Der Tausch braucht sie nicht. Vergleichen Sie die Beträge der Token.',
  'swap/no-quote':
    'Für diesen Betrag und dieses Paar ist kein Tausch verfügbar. Geben Sie einen gültigen Betrag ein oder wählen Sie einen anderen Token.',
  'swap/allowance-failed':
    'Die Freigabe für den Tauschvertrag konnte nicht gelesen werden. Versuchen Sie es gleich noch einmal.',
  'swap/approval-failed':
    'Die Freigabe, die der Tausch braucht, konnte nicht erstellt werden. Es wurde nichts signiert. Versuchen Sie es gleich noch einmal.',
  'swap/build-failed':
    'Der Tausch konnte nicht erstellt werden. Es wurde nichts signiert. Versuchen Sie es gleich noch einmal.',
  'swap/mismatch':
    'Das Angebot oder die Transaktion des Tauschdienstes weicht von der Anfrage ab. Ihre Wallet wurde nicht gefragt. Verwenden Sie diesen Dienst nicht und melden Sie dem Betreiber der Website diesen Code.',
  'swap/changed':
    'Der Tausch würde jetzt weniger einbringen oder mehr kosten als angezeigt. Ihre Wallet wurde nicht gefragt. Prüfen Sie die neuen Beträge und tauschen Sie dann.',
  'swap/shortfall':
    'Der Tausch ist erfolgt, aber es kam weniger an als das vereinbarte Minimum. Notieren Sie den Hash der Transaktion und melden Sie ihn dem Betreiber des Tauschdienstes.',
  'permissions/not-enabled': setUp,
  'permissions/unsupported-namespace':
    'Sitzungen gibt es nur auf EVM-Netzwerken. Verbinden Sie zuerst eine EVM-Wallet.',
  'permissions/invalid-request': mistake,
  'permissions/unsupported':
    'Diese Wallet unterstützt die Berechtigung nicht. Machen Sie ohne sie weiter oder verbinden Sie eine andere Wallet.',
  'permissions/no-response':
    'Die Wallet hat nicht gesagt, was sie gewährt hat. Prüfen Sie ihre Sitzungen und versuchen Sie es erneut.',
  'permissions/invalid-response':
    'Es ist unbekannt, was die Wallet gewährt hat. Widerrufen Sie die Sitzung in der Wallet oder verwenden Sie eine andere Wallet.',
  'permissions/other-grant':
    'Die Wallet hat eine andere Sitzung gewährt als verlangt. Widerrufen Sie sie in der Wallet und versuchen Sie es erneut.',
  'permissions/unknown': 'Dieses Konto hat diese Sitzung nicht. Öffnen Sie die Liste erneut.',
  'permissions/list-failed':
    'Anderswo gewährte Sitzungen konnten nicht geladen werden. Versuchen Sie es später erneut.',
  'permissions/revoke-failed':
    'Die Sitzung ist noch aktiv. Versuchen Sie es erneut oder widerrufen Sie sie in der Wallet.',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key':
    'Die Wallet hat keinen öffentlichen Schlüssel genannt. Wählen Sie ein Konto in der Wallet.',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found':
    'Das Konto existiert nicht auf dem Netzwerk. Laden Sie das Konto auf oder prüfen Sie die Adresse.',
  'solana/address-not-found': 'Die Wallet hat keine Adresse genannt. Wählen Sie ein Konto in der Wallet.',
  'solana/empty-result':
    'Die Wallet hat leer geantwortet. Versuchen Sie es erneut; wenn es wieder passiert, aktualisieren Sie die Wallet.',
  'solana/invalid-chain-id':
    'Die Wallet hat dieses Netzwerk nicht. Wählen Sie ein Netzwerk, das die Wallet unterstützt.',
  'solana/invalid-transactions': 'Die Wallet hat ungültig geantwortet. Verwenden Sie eine andere Wallet.',
  'solana/version-unsupported':
    'Die Wallet kann diese Art von Transaktion nicht signieren. Verwenden Sie eine andere Wallet.',
  'flow/aborted': 'Der Vorgang wurde abgebrochen. Sie können jederzeit von vorn beginnen.',
  'flow/superseded': 'Eine neuere Anfrage hat diese ersetzt und läuft weiter.',
  'internal/unexpected':
    'Etwas Unerwartetes ist passiert. Versuchen Sie es erneut; wenn es wieder passiert, melden Sie dem Betreiber der Website diesen Code.',
}
