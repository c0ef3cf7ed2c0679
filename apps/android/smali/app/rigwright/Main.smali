# The one screen: the customer's side of one server, whose address is kept here. No object of the app is given to
# any page. The app's own pages (assets) answer by going to rigwright-app://, and are believed because they say the
# word that only they are told: a page of a server cannot read it, for it is in no address that it sees.

.class public Lapp/rigwright/Main;
.super Landroid/app/Activity;
.implements Landroid/webkit/DownloadListener;

.field private web:Landroid/webkit/WebView;
# The page that waits for the files that are being chosen.
.field private waiting:Landroid/webkit/ValueCallback;

.method public constructor <init>()V
    .locals 0
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method


# ---- Coming and going

.method protected onCreate(Landroid/os/Bundle;)V
    .locals 4
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    new-instance v0, Landroid/webkit/WebView;
    invoke-direct {v0, p0}, Landroid/webkit/WebView;-><init>(Landroid/content/Context;)V
    iput-object v0, p0, Lapp/rigwright/Main;->web:Landroid/webkit/WebView;
    invoke-direct {p0}, Lapp/rigwright/Main;->limit()V

    new-instance v1, Lapp/rigwright/Pages;
    invoke-direct {v1, p0}, Lapp/rigwright/Pages;-><init>(Lapp/rigwright/Main;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebViewClient(Landroid/webkit/WebViewClient;)V
    new-instance v1, Lapp/rigwright/Photos;
    invoke-direct {v1, p0}, Lapp/rigwright/Photos;-><init>(Lapp/rigwright/Main;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebChromeClient(Landroid/webkit/WebChromeClient;)V
    invoke-virtual {v0, p0}, Landroid/webkit/WebView;->setDownloadListener(Landroid/webkit/DownloadListener;)V
    # The window's paper shows through until the page is there.
    const/4 v1, 0x0
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setBackgroundColor(I)V
    invoke-virtual {p0, v0}, Lapp/rigwright/Main;->setContentView(Landroid/view/View;)V

    if-eqz p1, :fresh
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->restoreState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    move-result-object v1
    if-eqz v1, :fresh
    return-void
    :fresh
    invoke-virtual {p0}, Lapp/rigwright/Main;->getIntent()Landroid/content/Intent;
    move-result-object v1
    invoke-direct {p0, v1}, Lapp/rigwright/Main;->begin(Landroid/content/Intent;)V
    return-void
.end method

# What a page may do here. What is not named keeps Android's default, which is the narrower one since Android 7.
.method private limit()V
    .locals 3
    const/4 v1, 0x0
    const/4 v2, 0x1
    invoke-static {v1}, Landroid/webkit/WebView;->setWebContentsDebuggingEnabled(Z)V
    iget-object v0, p0, Lapp/rigwright/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->getSettings()Landroid/webkit/WebSettings;
    move-result-object v0
    invoke-virtual {v0, v2}, Landroid/webkit/WebSettings;->setJavaScriptEnabled(Z)V
    invoke-virtual {v0, v2}, Landroid/webkit/WebSettings;->setDomStorageEnabled(Z)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebSettings;->setAllowFileAccess(Z)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebSettings;->setAllowFileAccessFromFileURLs(Z)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebSettings;->setAllowUniversalAccessFromFileURLs(Z)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebSettings;->setGeolocationEnabled(Z)V
    # MIXED_CONTENT_NEVER_ALLOW
    invoke-virtual {v0, v2}, Landroid/webkit/WebSettings;->setMixedContentMode(I)V
    invoke-virtual {v0, v2}, Landroid/webkit/WebSettings;->setBuiltInZoomControls(Z)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebSettings;->setDisplayZoomControls(Z)V
    return-void
.end method

.method protected onNewIntent(Landroid/content/Intent;)V
    .locals 2
    invoke-super {p0, p1}, Landroid/app/Activity;->onNewIntent(Landroid/content/Intent;)V
    # From the launcher: the page stays as it was left.
    const-string v0, "android.intent.action.MAIN"
    invoke-virtual {p1}, Landroid/content/Intent;->getAction()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-nez v0, :stay
    invoke-direct {p0, p1}, Lapp/rigwright/Main;->begin(Landroid/content/Intent;)V
    :stay
    return-void
.end method

.method protected onSaveInstanceState(Landroid/os/Bundle;)V
    .locals 1
    invoke-super {p0, p1}, Landroid/app/Activity;->onSaveInstanceState(Landroid/os/Bundle;)V
    iget-object v0, p0, Lapp/rigwright/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->saveState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    return-void
.end method

# Cookies are written down now: the app may be ended at any time while it is away.
.method protected onPause()V
    .locals 1
    invoke-super {p0}, Landroid/app/Activity;->onPause()V
    invoke-static {}, Landroid/webkit/CookieManager;->getInstance()Landroid/webkit/CookieManager;
    move-result-object v0
    invoke-virtual {v0}, Landroid/webkit/CookieManager;->flush()V
    return-void
.end method

.method protected onDestroy()V
    .locals 1
    invoke-super {p0}, Landroid/app/Activity;->onDestroy()V
    iget-object v0, p0, Lapp/rigwright/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->destroy()V
    return-void
.end method

# Back through the server's pages, and from the first of them out of the app; never to one of the app's own.
.method public onBackPressed()V
    .locals 4
    iget-object v0, p0, Lapp/rigwright/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->copyBackForwardList()Landroid/webkit/WebBackForwardList;
    move-result-object v1
    invoke-virtual {v1}, Landroid/webkit/WebBackForwardList;->getCurrentIndex()I
    move-result v2
    add-int/lit8 v2, v2, -0x1
    if-ltz v2, :leave
    invoke-static {v1, v2}, Lapp/rigwright/Main;->isOwn(Landroid/webkit/WebBackForwardList;I)Z
    move-result v3
    if-nez v3, :leave
    add-int/lit8 v2, v2, 0x1
    invoke-static {v1, v2}, Lapp/rigwright/Main;->isOwn(Landroid/webkit/WebBackForwardList;I)Z
    move-result v3
    if-nez v3, :leave
    invoke-virtual {v0}, Landroid/webkit/WebView;->goBack()V
    return-void
    :leave
    invoke-super {p0}, Landroid/app/Activity;->onBackPressed()V
    return-void
.end method

.method private static isOwn(Landroid/webkit/WebBackForwardList;I)Z
    .locals 2
    invoke-virtual {p0, p1}, Landroid/webkit/WebBackForwardList;->getItemAtIndex(I)Landroid/webkit/WebHistoryItem;
    move-result-object v0
    invoke-virtual {v0}, Landroid/webkit/WebHistoryItem;->getUrl()Ljava/lang/String;
    move-result-object v0
    const-string v1, "file:///android_asset/"
    invoke-virtual {v0, v1}, Ljava/lang/String;->startsWith(Ljava/lang/String;)Z
    move-result v0
    return v0
.end method


# ---- Which server

.method private begin(Landroid/content/Intent;)V
    .locals 3
    const-string v0, "app.rigwright.ANOTHER_SERVER"
    invoke-virtual {p1}, Landroid/content/Intent;->getAction()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-eqz v0, :no_shortcut
    invoke-direct {p0}, Lapp/rigwright/Main;->askAnew()V
    return-void

    :no_shortcut
    invoke-virtual {p1}, Landroid/content/Intent;->getData()Landroid/net/Uri;
    move-result-object v0
    if-eqz v0, :no_link
    # Another app may hand over anything as a link.
    const-string v1, "rigwright"
    invoke-virtual {v0}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v2
    invoke-virtual {v1, v2}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v1
    if-eqz v1, :no_link
    invoke-virtual {v0}, Landroid/net/Uri;->isHierarchical()Z
    move-result v1
    if-eqz v1, :no_link
    invoke-direct {p0, v0}, Lapp/rigwright/Main;->follow(Landroid/net/Uri;)V
    return-void

    :no_link
    const-string v0, "/"
    invoke-direct {p0, v0}, Lapp/rigwright/Main;->open(Ljava/lang/String;)V
    return-void
.end method

# rigwright://open?server=…&path=…: another server than the one that is kept is asked about first.
.method private follow(Landroid/net/Uri;)V
    .locals 4
    invoke-static {p1}, Lapp/rigwright/Main;->serverIn(Landroid/net/Uri;)Ljava/lang/String;
    move-result-object v0
    invoke-static {p1}, Lapp/rigwright/Main;->pathIn(Landroid/net/Uri;)Ljava/lang/String;
    move-result-object v1
    if-eqz v0, :unusable
    const-string v2, "server"
    invoke-direct {p0, v2}, Lapp/rigwright/Main;->kept(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v2
    invoke-virtual {v0, v2}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-nez v3, :the_same
    const-string v2, "server.html"
    invoke-direct {p0, v2, v0, v1}, Lapp/rigwright/Main;->show(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    return-void

    :unusable
    const-string v1, "/"
    :the_same
    invoke-direct {p0, v1}, Lapp/rigwright/Main;->open(Ljava/lang/String;)V
    return-void
.end method

# A page of the server that is kept; where there is none yet, asks for it.
.method private open(Ljava/lang/String;)V
    .locals 2
    const-string v0, "server"
    invoke-direct {p0, v0}, Lapp/rigwright/Main;->kept(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :known
    invoke-direct {p0}, Lapp/rigwright/Main;->askAnew()V
    return-void
    :known
    invoke-virtual {v0, p1}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    iget-object v1, p0, Lapp/rigwright/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v1, v0}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    return-void
.end method

.method private askAnew()V
    .locals 3
    const-string v0, "server.html"
    const-string v1, ""
    const-string v2, "/"
    invoke-direct {p0, v0, v1, v2}, Lapp/rigwright/Main;->show(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    return-void
.end method

# One of the app's own pages, with the word, the server that is kept, the one that is wanted, and the path.
.method private show(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    .locals 3
    new-instance v0, Ljava/lang/StringBuilder;
    const-string v1, "file:///android_asset/"
    invoke-direct {v0, v1}, Ljava/lang/StringBuilder;-><init>(Ljava/lang/String;)V
    invoke-virtual {v0, p1}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    const-string v1, "#word="
    invoke-direct {p0}, Lapp/rigwright/Main;->word()Ljava/lang/String;
    move-result-object v2
    invoke-static {v0, v1, v2}, Lapp/rigwright/Main;->say(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/String;)V
    const-string v1, "&now="
    const-string v2, "server"
    invoke-direct {p0, v2}, Lapp/rigwright/Main;->kept(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v2
    invoke-static {v0, v1, v2}, Lapp/rigwright/Main;->say(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/String;)V
    const-string v1, "&server="
    invoke-static {v0, v1, p2}, Lapp/rigwright/Main;->say(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/String;)V
    const-string v1, "&path="
    invoke-static {v0, v1, p3}, Lapp/rigwright/Main;->say(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/String;)V
    invoke-virtual {v0}, Ljava/lang/StringBuilder;->toString()Ljava/lang/String;
    move-result-object v0
    iget-object v1, p0, Lapp/rigwright/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v1, v0}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    return-void
.end method

.method private static say(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/String;)V
    .locals 1
    if-eqz p2, :nothing
    invoke-virtual {p0, p1}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-static {p2}, Landroid/net/Uri;->encode(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    invoke-virtual {p0, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    :nothing
    return-void
.end method

# What one of the app's own pages says: use (this server), open (a path of the one that is kept), ask (for another).
.method private answer(Landroid/net/Uri;)V
    .locals 4
    invoke-virtual {p1}, Landroid/net/Uri;->isHierarchical()Z
    move-result v0
    if-eqz v0, :ignore
    invoke-direct {p0}, Lapp/rigwright/Main;->word()Ljava/lang/String;
    move-result-object v0
    const-string v1, "word"
    invoke-virtual {p1, v1}, Landroid/net/Uri;->getQueryParameter(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-eqz v0, :ignore

    invoke-virtual {p1}, Landroid/net/Uri;->getHost()Ljava/lang/String;
    move-result-object v0
    const-string v1, "ask"
    invoke-virtual {v1, v0}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v1
    if-eqz v1, :not_ask
    invoke-direct {p0}, Lapp/rigwright/Main;->askAnew()V
    return-void

    :not_ask
    const-string v1, "use"
    invoke-virtual {v1, v0}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v1
    if-eqz v1, :open
    invoke-static {p1}, Lapp/rigwright/Main;->serverIn(Landroid/net/Uri;)Ljava/lang/String;
    move-result-object v1
    if-eqz v1, :ignore
    const-string v2, "server"
    invoke-direct {p0, v2, v1}, Lapp/rigwright/Main;->keep(Ljava/lang/String;Ljava/lang/String;)V
    :open
    invoke-static {p1}, Lapp/rigwright/Main;->pathIn(Landroid/net/Uri;)Ljava/lang/String;
    move-result-object v1
    invoke-direct {p0, v1}, Lapp/rigwright/Main;->open(Ljava/lang/String;)V
    :ignore
    return-void
.end method

# https alone, and no sign in it that two readers could understand differently; null for anything else.
.method private static serverIn(Landroid/net/Uri;)Ljava/lang/String;
    .locals 2
    const-string v0, "server"
    invoke-virtual {p0, v0}, Landroid/net/Uri;->getQueryParameter(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-eqz v0, :none
    const-string v1, "https://[a-z0-9.-]+(:[0-9]{1,5})?"
    invoke-virtual {v0, v1}, Ljava/lang/String;->matches(Ljava/lang/String;)Z
    move-result v1
    if-nez v1, :good
    :none
    const/4 v0, 0x0
    :good
    return-object v0
.end method

# Begins with a slash, so that it cannot become a part of the host before it.
.method private static pathIn(Landroid/net/Uri;)Ljava/lang/String;
    .locals 3
    const-string v2, "/"
    const-string v0, "path"
    invoke-virtual {p0, v0}, Landroid/net/Uri;->getQueryParameter(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-eqz v0, :first
    invoke-virtual {v0, v2}, Ljava/lang/String;->startsWith(Ljava/lang/String;)Z
    move-result v1
    if-nez v1, :good
    :first
    move-object v0, v2
    :good
    return-object v0
.end method

.method private kept(Ljava/lang/String;)Ljava/lang/String;
    .locals 2
    const/4 v1, 0x0
    invoke-virtual {p0, v1}, Lapp/rigwright/Main;->getPreferences(I)Landroid/content/SharedPreferences;
    move-result-object v0
    const/4 v1, 0x0
    invoke-interface {v0, p1, v1}, Landroid/content/SharedPreferences;->getString(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    return-object v0
.end method

.method private keep(Ljava/lang/String;Ljava/lang/String;)V
    .locals 1
    const/4 v0, 0x0
    invoke-virtual {p0, v0}, Lapp/rigwright/Main;->getPreferences(I)Landroid/content/SharedPreferences;
    move-result-object v0
    invoke-interface {v0}, Landroid/content/SharedPreferences;->edit()Landroid/content/SharedPreferences$Editor;
    move-result-object v0
    invoke-interface {v0, p1, p2}, Landroid/content/SharedPreferences$Editor;->putString(Ljava/lang/String;Ljava/lang/String;)Landroid/content/SharedPreferences$Editor;
    move-result-object v0
    invoke-interface {v0}, Landroid/content/SharedPreferences$Editor;->apply()V
    return-void
.end method

.method private word()Ljava/lang/String;
    .locals 2
    const-string v1, "word"
    invoke-direct {p0, v1}, Lapp/rigwright/Main;->kept(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :known
    invoke-static {}, Ljava/util/UUID;->randomUUID()Ljava/util/UUID;
    move-result-object v0
    invoke-virtual {v0}, Ljava/util/UUID;->toString()Ljava/lang/String;
    move-result-object v0
    invoke-direct {p0, v1, v0}, Lapp/rigwright/Main;->keep(Ljava/lang/String;Ljava/lang/String;)V
    :known
    return-object v0
.end method


# ---- What a page wants

# Whether the page, or the part of it, is not to be loaded here. A server that moved is asked about.
.method public leaves(Landroid/net/Uri;ZZ)Z
    .locals 3
    const/4 v2, 0x1
    const-string v0, "rigwright-app"
    invoke-virtual {p1}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-eqz v0, :elsewhere
    if-eqz p2, :done
    invoke-direct {p0, p1}, Lapp/rigwright/Main;->answer(Landroid/net/Uri;)V
    :done
    return v2

    :elsewhere
    const-string v0, "rigwright"
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-eqz v0, :no_link
    if-eqz p2, :done
    invoke-virtual {p1}, Landroid/net/Uri;->isHierarchical()Z
    move-result v0
    if-eqz v0, :done
    # The same as when another app had opened it.
    invoke-direct {p0, p1}, Lapp/rigwright/Main;->follow(Landroid/net/Uri;)V
    return v2

    :no_link
    invoke-direct {p0, p1}, Lapp/rigwright/Main;->isOfServer(Landroid/net/Uri;)Z
    move-result v0
    if-eqz v0, :outside
    const/4 v2, 0x0
    return v2
    :outside
    if-eqz p2, :done
    if-eqz p3, :not_moved
    const-string v0, "https"
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-eqz v0, :not_moved
    invoke-direct {p0, p1}, Lapp/rigwright/Main;->moved(Landroid/net/Uri;)V
    return v2
    :not_moved
    invoke-direct {p0, p1}, Lapp/rigwright/Main;->openOutside(Landroid/net/Uri;)V
    return v2
.end method

.method private moved(Landroid/net/Uri;)V
    .locals 3
    const-string v0, "https://"
    invoke-virtual {p1}, Landroid/net/Uri;->getEncodedAuthority()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    invoke-static {p1}, Lapp/rigwright/Main;->restOf(Landroid/net/Uri;)Ljava/lang/String;
    move-result-object v2
    const-string v0, "server.html"
    invoke-direct {p0, v0, v1, v2}, Lapp/rigwright/Main;->show(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    return-void
.end method

.method private isOfServer(Landroid/net/Uri;)Z
    .locals 3
    const-string v0, "server"
    invoke-direct {p0, v0}, Lapp/rigwright/Main;->kept(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-eqz v0, :no
    const-string v1, "https://"
    invoke-virtual {p1}, Landroid/net/Uri;->getEncodedAuthority()Ljava/lang/String;
    move-result-object v2
    if-eqz v2, :no
    invoke-virtual {v1, v2}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v1
    if-eqz v1, :no
    const-string v1, "https"
    invoke-virtual {p1}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v2
    invoke-virtual {v1, v2}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    return v0
    :no
    const/4 v0, 0x0
    return v0
.end method

# Other sites, the phone, mail and maps; nothing that could start just any app.
.method private openOutside(Landroid/net/Uri;)V
    .locals 3
    invoke-virtual {p1}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v0
    if-eqz v0, :nobody
    const-string v1, "https?|tel|mailto|sms|geo"
    invoke-virtual {v0, v1}, Ljava/lang/String;->matches(Ljava/lang/String;)Z
    move-result v0
    if-eqz v0, :nobody
    new-instance v0, Landroid/content/Intent;
    const-string v1, "android.intent.action.VIEW"
    invoke-direct {v0, v1, p1}, Landroid/content/Intent;-><init>(Ljava/lang/String;Landroid/net/Uri;)V
    const-string v1, "android.intent.category.BROWSABLE"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->addCategory(Ljava/lang/String;)Landroid/content/Intent;
    :try_start
    invoke-virtual {p0, v0}, Lapp/rigwright/Main;->startActivity(Landroid/content/Intent;)V
    :try_end
    .catch Ljava/lang/RuntimeException; {:try_start .. :try_end} :failed
    return-void
    :failed
    move-exception v0
    :nobody
    invoke-direct {p0}, Lapp/rigwright/Main;->sayNobody()V
    return-void
.end method

.method private sayNobody()V
    .locals 2
    const-string v0, "No app on this phone opens this. Try it in your browser."
    const/4 v1, 0x1
    invoke-static {p0, v0, v1}, Landroid/widget/Toast;->makeText(Landroid/content/Context;Ljava/lang/CharSequence;I)Landroid/widget/Toast;
    move-result-object v0
    invoke-virtual {v0}, Landroid/widget/Toast;->show()V
    return-void
.end method

.method public onDownloadStart(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;J)V
    .locals 1
    invoke-static {p1}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v0
    invoke-direct {p0, v0}, Lapp/rigwright/Main;->openOutside(Landroid/net/Uri;)V
    return-void
.end method

# The server's page could not be loaded.
.method public failed(Landroid/net/Uri;)V
    .locals 3
    invoke-direct {p0, p1}, Lapp/rigwright/Main;->isOfServer(Landroid/net/Uri;)Z
    move-result v0
    if-eqz v0, :not_its_page
    invoke-static {p1}, Lapp/rigwright/Main;->restOf(Landroid/net/Uri;)Ljava/lang/String;
    move-result-object v2
    const-string v0, "unreachable.html"
    const-string v1, ""
    invoke-direct {p0, v0, v1, v2}, Lapp/rigwright/Main;->show(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    :not_its_page
    return-void
.end method

# What comes after the server in an address, as it stands there.
.method private static restOf(Landroid/net/Uri;)Ljava/lang/String;
    .locals 3
    new-instance v0, Ljava/lang/StringBuilder;
    invoke-virtual {p0}, Landroid/net/Uri;->getEncodedPath()Ljava/lang/String;
    move-result-object v1
    invoke-direct {v0, v1}, Ljava/lang/StringBuilder;-><init>(Ljava/lang/String;)V
    invoke-virtual {p0}, Landroid/net/Uri;->getEncodedQuery()Ljava/lang/String;
    move-result-object v1
    if-eqz v1, :no_query
    const-string v2, "?"
    invoke-virtual {v0, v2}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-virtual {v0, v1}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    :no_query
    invoke-virtual {v0}, Ljava/lang/StringBuilder;->toString()Ljava/lang/String;
    move-result-object v0
    return-object v0
.end method


# ---- Files for a page

.method public choose(Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    .locals 4
    const/4 v0, 0x0
    invoke-direct {p0, v0}, Lapp/rigwright/Main;->hand([Landroid/net/Uri;)V
    iput-object p1, p0, Lapp/rigwright/Main;->waiting:Landroid/webkit/ValueCallback;
    :try_start
    invoke-virtual {p2}, Landroid/webkit/WebChromeClient$FileChooserParams;->createIntent()Landroid/content/Intent;
    move-result-object v1
    invoke-virtual {p2}, Landroid/webkit/WebChromeClient$FileChooserParams;->getMode()I
    move-result v2
    const/4 v3, 0x1
    # MODE_OPEN_MULTIPLE
    if-ne v2, v3, :only_one
    const-string v2, "android.intent.extra.ALLOW_MULTIPLE"
    invoke-virtual {v1, v2, v3}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Z)Landroid/content/Intent;
    :only_one
    invoke-virtual {p0, v1, v3}, Lapp/rigwright/Main;->startActivityForResult(Landroid/content/Intent;I)V
    :try_end
    .catch Ljava/lang/RuntimeException; {:try_start .. :try_end} :nobody
    return v3
    :nobody
    move-exception v1
    invoke-direct {p0, v0}, Lapp/rigwright/Main;->hand([Landroid/net/Uri;)V
    invoke-direct {p0}, Lapp/rigwright/Main;->sayNobody()V
    const/4 v3, 0x1
    return v3
.end method

.method protected onActivityResult(IILandroid/content/Intent;)V
    .locals 1
    invoke-super {p0, p1, p2, p3}, Landroid/app/Activity;->onActivityResult(IILandroid/content/Intent;)V
    const/4 v0, -0x1
    # RESULT_OK
    if-ne p2, v0, :nothing
    if-eqz p3, :nothing
    invoke-static {p3}, Lapp/rigwright/Main;->chosen(Landroid/content/Intent;)[Landroid/net/Uri;
    move-result-object v0
    invoke-direct {p0, v0}, Lapp/rigwright/Main;->hand([Landroid/net/Uri;)V
    return-void
    :nothing
    const/4 v0, 0x0
    invoke-direct {p0, v0}, Lapp/rigwright/Main;->hand([Landroid/net/Uri;)V
    return-void
.end method

# Whoever waits is told once, even that there is nothing: a page that hears nothing could not ask again.
.method private hand([Landroid/net/Uri;)V
    .locals 2
    iget-object v0, p0, Lapp/rigwright/Main;->waiting:Landroid/webkit/ValueCallback;
    if-eqz v0, :nobody
    const/4 v1, 0x0
    iput-object v1, p0, Lapp/rigwright/Main;->waiting:Landroid/webkit/ValueCallback;
    invoke-interface {v0, p1}, Landroid/webkit/ValueCallback;->onReceiveValue(Ljava/lang/Object;)V
    :nobody
    return-void
.end method

# One file, or several. A chooser that names a path of this app instead (file:) is not followed.
.method private static chosen(Landroid/content/Intent;)[Landroid/net/Uri;
    .locals 7
    invoke-virtual {p0}, Landroid/content/Intent;->getClipData()Landroid/content/ClipData;
    move-result-object v0
    const/4 v1, 0x1
    if-eqz v0, :only_one
    invoke-virtual {v0}, Landroid/content/ClipData;->getItemCount()I
    move-result v1
    :only_one
    new-array v2, v1, [Landroid/net/Uri;
    const/4 v3, 0x0
    :next
    if-ge v3, v1, :all
    if-eqz v0, :the_one
    invoke-virtual {v0, v3}, Landroid/content/ClipData;->getItemAt(I)Landroid/content/ClipData$Item;
    move-result-object v4
    invoke-virtual {v4}, Landroid/content/ClipData$Item;->getUri()Landroid/net/Uri;
    move-result-object v4
    goto :look
    :the_one
    invoke-virtual {p0}, Landroid/content/Intent;->getData()Landroid/net/Uri;
    move-result-object v4
    :look
    if-eqz v4, :none
    const-string v5, "content"
    invoke-virtual {v4}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v6
    invoke-virtual {v5, v6}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v5
    if-eqz v5, :none
    aput-object v4, v2, v3
    add-int/lit8 v3, v3, 0x1
    goto :next
    :none
    const/4 v2, 0x0
    :all
    return-object v2
.end method
