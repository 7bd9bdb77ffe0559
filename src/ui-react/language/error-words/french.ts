import type { ErrorTexts } from '../strings.ts'

const mistake = 'Cette page a fait une erreur. Signalez ce code au responsable du site.'
const setUp = 'Cette page n’est pas configurée pour cela. Signalez ce code au responsable du site.'
const networkSetUp =
  'Cette page n’est pas configurée pour ce réseau. Signalez ce code au responsable du site.'
const connectFirst = 'Connectez d’abord un portefeuille.'
const notUsed = 'Cette page ne prend pas en charge ce réseau. Choisissez-en un dans sa liste.'
const together = 'Le portefeuille ne peut pas exécuter ces étapes ensemble. Essayez un autre portefeuille.'
const unusable = 'Le portefeuille ou le réseau a donné une réponse non valide. Réessayez plus tard.'
const server = 'Un serveur dont cette page a besoin a échoué. Réessayez dans un instant.'
const frame = 'Le portefeuille de cette page n’a pas répondu. Réessayez.'
const signIn =
  'Vous ne pouvez pas encore vous identifier. Connectez d’abord un portefeuille et choisissez un réseau.'
const usedEarly = 'Le portefeuille a été utilisé avant d’être connecté. Connectez d’abord le portefeuille.'
const signInFailed = 'L’identification n’a pas pu commencer. Réessayez dans un instant.'
const otherMessage =
  'La signature ne correspond pas à la demande de cette page. Vous n’êtes pas identifié. Réessayez.'
const wrongTime =
  'L’heure de l’identification est incorrecte. Vous n’êtes pas identifié. Vérifiez l’horloge de cet appareil et réessayez.'
const unverified = 'Votre identification n’a pas pu être vérifiée. Réessayez plus tard.'

/** What each error code means to a visitor. */
export const frenchErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input':
    'Un champ a été refusé ; le message dit lequel et pourquoi. Corrigez le champ que nomme le message.',
  'validation/invalid-amount':
    'Le montant n’est pas un nombre décimal ou a plus de décimales que l’actif. Saisissez des chiffres avec un point au plus et pas plus de décimales que l’actif, par exemple 0.25.',
  'validation/invalid-address':
    'Ce n’est pas une adresse valide sur ce réseau, ou elle contient une faute. Copiez-la à nouveau depuis sa source ; ne la corrigez pas à la main.',
  'validation/amount-and-receiver-required':
    'Le montant ou le destinataire manque. Saisissez un montant et l’adresse du destinataire.',
  'validation/token-required': 'Aucun token n’a été choisi. Choisissez le token à envoyer.',
  'validation/unsupported-chain': 'L’envoi n’est pas possible sur ce réseau. Passez sur un autre.',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    'L’adresse ressemble à une que vous connaissez mais est différente, ou personne ne détient sa clé. Comparez chaque caractère, puis confirmez-la.',
  'validation/insufficient-balance':
    'Le compte contient moins que le montant et les frais ensemble. Envoyez moins ou approvisionnez d’abord le compte.',
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
    'Le portefeuille n’a pas ce réseau, et il n’a pas été ajouté. Ajoutez-le dans le portefeuille, puis changez à nouveau.',
  'network/switch-failed':
    'Le portefeuille devait changer de réseau et est toujours sur un autre. Changez de réseau dans le portefeuille lui-même.',
  'network/invalid-chain-id':
    'L’identifiant de chaîne du portefeuille n’est pas un nombre, ou le portefeuille a refusé celui demandé. Changez de réseau dans le portefeuille lui-même ; si cela se reproduit, prévenez ses développeurs.',
  'network/wrong-chain':
    'Le portefeuille n’est pas sur le réseau de la demande. Rien n’a été envoyé. Passez le portefeuille sur le réseau attendu et réessayez.',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': 'La connexion a pris fin. Connectez à nouveau le portefeuille.',
  'connection/no-accounts':
    'Le portefeuille n’a pas de compte pour ce réseau. Créez-en ou choisissez-en un dans le portefeuille.',
  'connection/account-not-connected':
    'Le portefeuille ne partage pas ce compte. Choisissez le compte dans le portefeuille ou utilisez-en un qui est connecté.',
  'connection/connector-not-found':
    'Le portefeuille est introuvable ; il est peut-être désactivé. Installez-le ou activez-le, puis rechargez la page.',
  'connection/provider-not-found':
    'Le portefeuille s’est annoncé sans fournisseur. Rechargez la page ; si cela se reproduit, réinstallez le portefeuille.',
  'connection/namespace-not-configured':
    'Le portefeuille n’est pas connecté sur ce réseau. Connectez-le à nouveau et autorisez ce réseau.',
  'connection/failed':
    'Le portefeuille n’a pas pu être connecté. Réessayez ; si cela se reproduit, redémarrez le portefeuille.',
  'connection/disconnect-failed':
    'La page s’est déconnectée, mais au moins un portefeuille ne l’a pas confirmé. Retirez aussi la connexion dans le portefeuille.',
  'connection/walletconnect-not-found':
    'Cette page n’est pas configurée pour WalletConnect. Choisissez un autre portefeuille.',
  'connection/pairing-expired':
    'Le lien de connexion n’a pas été utilisé à temps. Recommencez et scannez le nouveau code.',
  'connection/pairing-attempts':
    'Le lien de connexion a expiré et a été renouvelé plusieurs fois sans être utilisé. Reconnectez-vous quand votre portefeuille est prêt.',
  'connection/relay-unreachable':
    'Le serveur entre cette page et le portefeuille n’a pas répondu. Désactivez tout bloqueur de contenu pour cette page, puis réessayez.',
  'session/expired':
    'La connexion n’est pas valide, souvent parce qu’une horloge est fausse. Vérifiez l’heure de votre appareil et reconnectez-vous.',
  'wallet/user-rejected':
    'Vous avez refusé la demande dans le portefeuille. Rien n’a été fait ; vous pouvez réessayer à tout moment.',
  'wallet/unauthorized':
    'Le portefeuille n’autorise pas cette demande de ce site. Connectez à nouveau le portefeuille et donnez-y l’autorisation.',
  'wallet/disconnected':
    'Le portefeuille n’est connecté à aucune chaîne. Vérifiez le réseau du portefeuille, puis réessayez.',
  'wallet/chain-disconnected':
    'Le portefeuille n’est pas connecté à cette chaîne. Changez de réseau dans le portefeuille ou attendez qu’elle soit à nouveau joignable.',
  'wallet/request-pending':
    'Le portefeuille affiche encore une demande antérieure. Ouvrez le portefeuille et répondez à la demande en attente.',
  'wallet/invalid-answer':
    'Le portefeuille a donné une réponse non valide, qui n’a pas été utilisée. Mettez le portefeuille à jour.',
  'wallet/closed-during-request':
    'Le portefeuille s’est déconnecté pendant une demande ; il peut encore l’exécuter. Avant de réessayer, vérifiez dans le portefeuille si la demande a été exécutée.',
  'wallet/timeout':
    'Le portefeuille n’a pas répondu à temps ; il peut encore exécuter la demande. Avant de réessayer, vérifiez dans le portefeuille si une demande est en attente.',
  'wallet/request-expired':
    'La demande a expiré avant qu’on y réponde dans le portefeuille. Réessayez et répondez dans le portefeuille dans les cinq minutes.',
  'wallet/answer-missed':
    'La page a été en veille trop longtemps ou a perdu la connexion au portefeuille : une réponse du portefeuille a pu être perdue. Avant de réessayer, vérifiez dans le portefeuille si la demande a été exécutée.',
  'wallet/send-in-progress':
    'Une transaction antérieure du même compte attend encore une réponse. Répondez-y d’abord dans le portefeuille.',
  'wallet/send-spent':
    'Cela a déjà été envoyé au portefeuille et ne l’est pas deux fois. Vérifiez si l’envoi a abouti ; sinon, recommencez.',
  'wallet/fee-above-limit':
    'Les frais de réseau dépassent ceux que vous avez acceptés : rien n’a été envoyé. Vérifiez les nouveaux frais ou réessayez plus tard.',
  'wallet/feature-unsupported':
    'Le portefeuille ne le permet pas. Mettez-le à jour ou choisissez-en un autre.',
  'wallet/method-unsupported':
    'Le portefeuille ne le permet pas ou n’y était pas autorisé. Mettez-le à jour ou choisissez-en un autre.',
  'wallet/transaction-altered':
    'Le portefeuille a signé une autre transaction que celle demandée. Elle n’a pas été envoyée. Réessayez ; si cela se reproduit, prévenez les développeurs du portefeuille.',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected':
    'Vous avez refusé l’amélioration du compte que cela nécessite. Acceptez-la dans le portefeuille, puis réessayez.',
  'calls/not-atomic': together,
  'ledger/unavailable':
    'Ce navigateur ne peut pas accéder à un Ledger. Utilisez Chrome, Edge ou Brave sur un ordinateur.',
  'ledger/locked': 'Votre Ledger est verrouillé. Déverrouillez-le, puis réessayez.',
  'ledger/wrong-app':
    'Une autre application est ouverte sur votre Ledger. Ouvrez-y l’application de ce réseau, puis réessayez.',
  'ledger/unplugged':
    'Votre Ledger a été débranché. Branchez-le, déverrouillez-le, ouvrez l’application, puis réessayez.',
  'ledger/other-account':
    'Ce Ledger a un autre compte que celui qui est connecté. Branchez l’autre Ledger, ou déconnectez-vous et connectez celui-ci.',
  'ledger/blind-signing-off':
    'Votre Ledger ne peut pas afficher les détails de cette demande. Pour la signer quand même, activez « Blind signing » dans les réglages de l’application sur le Ledger.',
  'adapter/unsupported': 'Ce portefeuille ne le permet pas. Utilisez un autre portefeuille.',
  'adapter/wallet-not-ready':
    'Le portefeuille est installé, mais verrouillé ou non configuré. Déverrouillez le portefeuille et réessayez.',
  'adapter/load-error':
    'Le code du portefeuille n’a pas pu être chargé. Vérifiez le réseau et tout bloqueur de contenu, puis rechargez la page.',
  'adapter/config-error':
    'Le portefeuille a refusé la configuration de cette page. Signalez ce code au responsable du site.',
  'adapter/connection-error':
    'La connexion au portefeuille a échoué ou a été perdue. Connectez à nouveau le portefeuille.',
  'adapter/disconnected': 'Le portefeuille a mis fin à la connexion. Connectez à nouveau le portefeuille.',
  'adapter/account-error':
    'Le compte du portefeuille n’a pas pu être lu. Choisissez un compte dans le portefeuille et réessayez.',
  'adapter/public-key-error':
    'La clé publique du portefeuille n’a pas pu être lue. Choisissez un autre compte dans le portefeuille ou mettez-le à jour.',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    'Le portefeuille a accepté la transaction mais n’a pas pu l’envoyer. Vérifiez son état dans le portefeuille, puis réessayez.',
  'adapter/sign-transaction-error': 'Le portefeuille n’a pas pu signer la transaction. Réessayez.',
  'adapter/sign-message-error': 'Le portefeuille n’a pas pu signer le message. Réessayez.',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported': 'Le portefeuille ou le réseau ne le permet pas. Utilisez un autre portefeuille.',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/not-kept': 'Le serveur du réseau ne conserve pas ces données. Réessayez plus tard.',
  'rpc/refused': 'Le serveur du réseau refuse cette page. Réessayez plus tard.',
  'rpc/transaction-rejected': 'Le réseau a rejeté la transaction. Rien n’a été envoyé. Réessayez.',
  'rpc/limit-exceeded': 'Le réseau est saturé. Patientez un instant, puis réessayez.',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed': 'Ce portefeuille ne permet pas cette demande. Utilisez-en un autre.',
  'rpc/unreachable':
    'Le serveur du réseau est injoignable ou refuse les pages web. Réessayez dans un instant.',
  'rpc/maybe-sent':
    'La transaction a peut-être été envoyée. Vérifiez votre activité avant d’envoyer à nouveau.',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high':
    'Les frais maximaux de la transaction dépassent la limite du nœud. Baissez les frais.',
  'node/fee-cap-too-low':
    'Les frais maximaux de la transaction sont inférieurs aux frais de base du bloc. Augmentez-les ou attendez que les frais de base baissent.',
  'node/nonce-too-high':
    'Des transactions antérieures à celle-ci manquent. Attendez-les ou réinitialisez l’historique du compte dans le portefeuille.',
  'node/nonce-too-low':
    'Une transaction avec ce nonce a déjà été envoyée ; c’est peut-être celle-ci. Vérifiez si elle a été incluse avant d’envoyer à nouveau.',
  'node/nonce-max': 'Le compte ne peut plus envoyer de transactions. Utilisez un autre compte.',
  'node/insufficient-funds':
    'Le solde du compte ne couvre pas le montant et les frais maximaux. Approvisionnez le compte ou envoyez moins.',
  'node/intrinsic-gas-too-high':
    'La limite de gas de la transaction dépasse celle d’un bloc. Baissez la limite de gas.',
  'node/intrinsic-gas-too-low':
    'La limite de gas est trop basse pour les données de la transaction. Augmentez-la ou ne l’indiquez pas, pour qu’elle soit estimée.',
  'node/transaction-type-unsupported':
    'Le réseau ne permet pas ce type de transaction. Signalez ce code au responsable du site.',
  'node/tip-above-fee-cap':
    'Les frais de priorité dépassent les frais maximaux. Baissez les frais de priorité ou augmentez les frais maximaux.',
  'node/execution-reverted':
    'Le contrat s’est arrêté ; le message en donne la raison, si le contrat en a donné une. Vérifiez la fonction et ses arguments. Souvent, un solde ou une autorisation est insuffisant, ou un argument est faux.',
  'node/bad-signature':
    'La signature n’est pas celle de l’expéditeur pour cette transaction sur ce réseau. Signez à nouveau ; si cela se reproduit, le portefeuille signe peut-être pour un autre réseau ou une autre version.',
  'node/transaction-expired':
    'Une transaction signée est valable pendant un certain nombre de blocs, qui sont passés. Rien n’a été envoyé. Envoyez à nouveau et confirmez plus tôt dans le portefeuille.',
  'node/transaction-failed':
    'La transaction a échoué ou expiré. Si un bloc l’a incluse, les frais de réseau ont été payés ; rien d’autre n’a bougé.',
  'node/transaction-replaced':
    'Une autre transaction a pris sa place : celle-ci ne peut plus avoir lieu. Vérifiez dans votre portefeuille ce qui a été envoyé.',
  'node/transaction-unknown':
    'Aucun nœud n’affiche la transaction. Elle peut encore arriver : ne l’envoyez pas à nouveau avant d’avoir vérifié l’explorateur.',
  'node/fee-too-low': 'Les frais de réseau sont trop bas. Augmentez-les, puis envoyez à nouveau.',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    'Le portefeuille de cette page n’a pas pu être chargé. Vérifiez tout bloqueur de contenu, puis rechargez la page.',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request': 'Votre saisie est incomplète ou non valide. Corrigez-la, puis réessayez.',
  'frame/taken':
    'Un portefeuille est déjà ouvert sur cette page. Fermez l’autre connexion ou rechargez la page.',
  'frame/failed': 'Le portefeuille de cette page a refusé la demande. Réessayez.',
  'social/popup-failed':
    'La connexion avec un fournisseur nécessite une fenêtre, impossible ici. Utilisez l’e-mail ou un portefeuille.',
  'social/popup-blocked':
    'Le navigateur n’a pas ouvert la fenêtre. Autorisez les fenêtres pour cette page et réessayez.',
  'social/no-redirect':
    'Le portefeuille n’a pas dit où commence la connexion. Réessayez ou connectez-vous autrement.',
  'social/timed-out': 'Le fournisseur n’a pas été joint à temps. Réessayez.',
  'social/untrusted-origin': 'La fenêtre a mené à un autre site ; rien n’en a été repris. Réessayez.',
  'social/popup-closed': 'Vous avez fermé la fenêtre avant la fin. Réessayez quand vous le souhaitez.',
  'frame/window-blocked':
    'La fenêtre du portefeuille ne s’est pas ouverte. Autorisez les fenêtres pour cette page, puis réessayez.',
  'frame/cooldown': 'Nous venons de vous envoyer un e-mail. Attendez une minute, puis réessayez.',
  'data/balances-failed': 'Vos soldes n’ont pas pu être chargés. Réessayez dans trente secondes.',
  'data/history-failed': 'Vos transactions n’ont pas pu être chargées. Réessayez plus tard.',
  'onramp/unsupported':
    'Le fournisseur ne prend pas en charge ce réseau. Choisissez un autre réseau ou fournisseur.',
  'onramp/invalid-link':
    'La page du fournisseur n’a pas pu être ouverte. Rien n’a été acheté. Réessayez ou choisissez un autre fournisseur.',
  'onramp/no-price':
    'Le fournisseur n’a pas donné de prix pour ce montant. Réessayez ou choisissez le montant sur sa page.',
  'onramp/amount-out-of-range': 'Le montant est hors des limites du fournisseur. Choisissez-en un autre.',
  'onramp/timed-out':
    'Le fournisseur n’a pas signalé l’achat. Si vous avez payé, les tokens arriveront : vérifiez-y vos achats avant d’acheter à nouveau.',
  'siwx/not-enabled': 'Cette page n’utilise pas d’identification.',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined':
    'Vous n’avez pas signé et n’êtes donc pas identifié. Réessayez quand vous le souhaitez.',
  'siwx/smart-account': 'Cette page n’accepte peut-être pas ce type de compte. Utilisez un autre compte.',
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
    'Ce compte appartient à un autre utilisateur. Déconnectez-vous, puis identifiez-vous avec ce compte uniquement.',
  'siwx/server-failed': unverified,
  'siwx/not-authenticated': signInFailed,
  'siwx/no-message-params': signInFailed,
  'siwx/verify-failed': otherMessage,
  'siwx/siwe-failed': unverified,
  'siwx/incomplete-session': signInFailed,
  'name/resolve-failed': 'La recherche du nom a échoué. Vérifiez l’orthographe ou réessayez plus tard.',
  'name/needs-gateway':
    'L’adresse de ce nom est conservée hors du réseau, et cette page ne la demande pas à d’autres serveurs. Saisissez plutôt l’adresse.',
  'name/suggestions-failed': 'Les suggestions de noms n’ont pas pu être chargées. Réessayez plus tard.',
  'name/reverse-failed': 'La recherche des noms d’une adresse a échoué. Réessayez plus tard.',
  'name/register-failed': 'Le nom n’a pas été enregistré. Choisissez un autre nom ou réessayez plus tard.',
  'name/network-not-found': 'Aucun réseau ne permet d’enregistrer un nom. Choisissez d’abord un réseau.',
  'name/connector-not-found':
    'Les noms s’enregistrent avec le portefeuille intégré, qui n’est pas connecté. Connectez-vous d’abord par e-mail ou compte social.',
  'swap/gas-price-unsupported':
    'Le service n’a pas de prix du gas pour ce réseau. Passez sur un réseau qui permet les échanges.',
  'swap/unsupported': 'Ce réseau ne permet pas les échanges. Passez sur un réseau qui les permet.',
  'swap/no-address': 'Aucun compte d’un réseau EVM n’est connecté. Connectez d’abord un portefeuille.',
  'swap/initialize-failed': 'Les tokens à échanger n’ont pas pu être chargés. Réessayez dans un instant.',
  'swap/price-failed':
    'Les prix des tokens n’ont pas pu être chargés. L’échange n’en a pas besoin. Comparez les montants des tokens.',
  'swap/no-quote':
    'Aucun échange n’est disponible pour ce montant et cette paire. Saisissez un montant valide ou choisissez un autre token.',
  'swap/allowance-failed':
    'L’autorisation du contrat d’échange n’a pas pu être lue. Réessayez dans un instant.',
  'swap/approval-failed':
    'L’autorisation que l’échange nécessite n’a pas pu être préparée. Rien n’a été signé. Réessayez dans un instant.',
  'swap/build-failed': 'L’échange n’a pas pu être préparé. Rien n’a été signé. Réessayez dans un instant.',
  'swap/mismatch':
    'Le prix ou la transaction du service d’échange diffère de la demande. Rien n’a été demandé à votre portefeuille. N’utilisez pas ce service et signalez ce code au responsable du site.',
  'swap/changed':
    'L’échange rapporterait maintenant moins ou coûterait plus que ce qui était affiché. Rien n’a été demandé à votre portefeuille. Vérifiez les nouveaux montants, puis échangez.',
  'swap/shortfall':
    'L’échange a eu lieu, mais il est arrivé moins que le minimum convenu. Gardez le hash de la transaction et signalez-le au responsable du service d’échange.',
  'permissions/not-enabled': setUp,
  'permissions/unsupported-namespace':
    'Les sessions ne fonctionnent que sur les réseaux EVM. Connectez d’abord un portefeuille EVM.',
  'permissions/invalid-request': mistake,
  'permissions/unsupported':
    'Ce portefeuille ne permet pas cette autorisation. Continuez sans elle ou connectez un autre portefeuille.',
  'permissions/no-response':
    'Le portefeuille n’a pas dit ce qu’il a accordé. Vérifiez ses sessions, puis réessayez.',
  'permissions/invalid-response':
    'On ne sait pas ce que le portefeuille a accordé. Révoquez la session dans le portefeuille ou utilisez-en un autre.',
  'permissions/other-grant':
    'Le portefeuille a accordé une autre session que celle demandée. Révoquez-la dans le portefeuille, puis réessayez.',
  'permissions/unknown': 'Ce compte n’a pas cette session. Ouvrez à nouveau la liste.',
  'permissions/list-failed':
    'Les sessions accordées ailleurs n’ont pas pu être chargées. Réessayez plus tard.',
  'permissions/revoke-failed':
    'La session est toujours active. Réessayez ou révoquez-la dans le portefeuille.',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key':
    'Le portefeuille n’a donné aucune clé publique. Choisissez un compte dans le portefeuille.',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found':
    'Le compte n’existe pas sur le réseau. Approvisionnez le compte ou vérifiez l’adresse.',
  'solana/address-not-found':
    'Le portefeuille n’a donné aucune adresse. Choisissez un compte dans le portefeuille.',
  'solana/empty-result':
    'Le portefeuille a donné une réponse vide. Réessayez ; si cela se reproduit, mettez le portefeuille à jour.',
  'solana/invalid-chain-id':
    'Le portefeuille n’a pas ce réseau. Choisissez un réseau que le portefeuille prend en charge.',
  'solana/invalid-transactions':
    'Le portefeuille a donné une réponse non valide. Utilisez un autre portefeuille.',
  'solana/version-unsupported':
    'Le portefeuille ne peut pas signer ce type de transaction. Utilisez un autre portefeuille.',
  'flow/aborted': 'L’opération a été annulée. Vous pouvez recommencer à tout moment.',
  'flow/superseded': 'Une demande plus récente l’a remplacée et se poursuit.',
  'internal/unexpected':
    'Une erreur inattendue s’est produite. Réessayez ; si cela se reproduit, signalez ce code au responsable du site.',
}
