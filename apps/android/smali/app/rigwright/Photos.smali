# A page asks for files: the phone's own chooser opens.

.class public Lapp/rigwright/Photos;
.super Landroid/webkit/WebChromeClient;

.field private final main:Lapp/rigwright/Main;

.method public constructor <init>(Lapp/rigwright/Main;)V
    .registers 2
    invoke-direct {p0}, Landroid/webkit/WebChromeClient;-><init>()V
    iput-object p1, p0, Lapp/rigwright/Photos;->main:Lapp/rigwright/Main;
    return-void
.end method

.method public onShowFileChooser(Landroid/webkit/WebView;Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    .registers 5
    iget-object v0, p0, Lapp/rigwright/Photos;->main:Lapp/rigwright/Main;
    invoke-virtual {v0, p2, p3}, Lapp/rigwright/Main;->choose(Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    move-result v0
    return v0
.end method
