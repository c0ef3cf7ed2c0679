# What becomes of each page: kept here, opened outside, or failed.

.class public Lapp/rigwright/Pages;
.super Landroid/webkit/WebViewClient;

.field private final main:Lapp/rigwright/Main;

.method public constructor <init>(Lapp/rigwright/Main;)V
    .registers 2
    invoke-direct {p0}, Landroid/webkit/WebViewClient;-><init>()V
    iput-object p1, p0, Lapp/rigwright/Pages;->main:Lapp/rigwright/Main;
    return-void
.end method

.method public shouldOverrideUrlLoading(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Z
    .locals 4
    # What the app itself opened was answered with another address: nobody pressed anything.
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isRedirect()Z
    move-result v2
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->hasGesture()Z
    move-result v3
    if-eqz v3, :by_itself
    const/4 v2, 0x0
    :by_itself
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isForMainFrame()Z
    move-result v1
    iget-object v3, p0, Lapp/rigwright/Pages;->main:Lapp/rigwright/Main;
    invoke-virtual {v3, v0, v1, v2}, Lapp/rigwright/Main;->leaves(Landroid/net/Uri;ZZ)Z
    move-result v0
    return v0
.end method

.method public onReceivedError(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;Landroid/webkit/WebResourceError;)V
    .registers 6
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isForMainFrame()Z
    move-result v0
    if-eqz v0, :a_part
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    iget-object v1, p0, Lapp/rigwright/Pages;->main:Lapp/rigwright/Main;
    invoke-virtual {v1, v0}, Lapp/rigwright/Main;->failed(Landroid/net/Uri;)V
    :a_part
    return-void
.end method

# A certificate that is wrong is never accepted, and nobody is asked.
.method public onReceivedSslError(Landroid/webkit/WebView;Landroid/webkit/SslErrorHandler;Landroid/net/http/SslError;)V
    .registers 6
    invoke-virtual {p2}, Landroid/webkit/SslErrorHandler;->cancel()V
    invoke-virtual {p3}, Landroid/net/http/SslError;->getUrl()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v0
    iget-object v1, p0, Lapp/rigwright/Pages;->main:Lapp/rigwright/Main;
    invoke-virtual {v1, v0}, Lapp/rigwright/Main;->failed(Landroid/net/Uri;)V
    return-void
.end method
