import VASSAL.Info;
import VASSAL.build.Buildable;
import VASSAL.build.GameModule;
import VASSAL.build.module.BasicLogger;
import VASSAL.build.module.GameSetupStep;
import VASSAL.build.module.GameState;
import VASSAL.build.module.Map;
import VASSAL.build.module.PlayerRoster;
import VASSAL.build.module.ServerConnection;
import VASSAL.build.module.ToolbarMenu;
import VASSAL.build.module.documentation.HelpFile;
import VASSAL.build.module.properties.GlobalProperty;
import VASSAL.build.module.properties.MutableProperty;
import VASSAL.build.widget.PieceSlot;
import VASSAL.command.Command;
import VASSAL.configure.StringEnumConfigurer;
import VASSAL.counters.GamePiece;
import VASSAL.counters.PieceCloner;
import VASSAL.counters.Stack;
import VASSAL.i18n.Localization;
import VASSAL.launch.Player;
import VASSAL.launch.StandardConfig;
import VASSAL.tools.ErrorDialog;
import VASSAL.tools.FormattedString;
import VASSAL.tools.NamedKeyStroke;
import VASSAL.tools.SequenceEncoder;
import VASSAL.tools.bug.BugHandler;
import VASSAL.tools.filechooser.FileChooser;
import VASSAL.tools.filechooser.FileFilter;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.WindowEvent;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.swing.AbstractButton;
import javax.swing.Action;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JOptionPane;
import javax.swing.JPopupMenu;
import javax.swing.JTextPane;
import javax.swing.JToolBar;
import javax.swing.SwingUtilities;
import javax.swing.text.BadLocationException;
import javax.swing.text.Document;
import javax.swing.text.JTextComponent;

import org.slf4j.LoggerFactory;

/**
 * Boots a real engine on one module and obeys commands: a JSON array of commands a line on standard
 * input, a JSON array of answers a line on standard output.
 */
public final class Driver extends Player {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().serializeNulls().create();
  /** What our lines begin with: libraries print to standard output too, before we can stop them. */
  private static final String MARK = "cop> ";
  private static PrintStream out;
  private static String player;

  private static final List<String> problems = Collections.synchronizedList(new ArrayList<>());
  private static final List<String> outgoing = new ArrayList<>();
  private static final Deque<JsonElement> answers = new ArrayDeque<>();
  private static final List<JsonObject> dialogs = new ArrayList<>();
  private static final Dice dice = new Dice();
  private static int chatSeen = 0;

  private Driver(String[] args) {
    super(args);
  }

  public static void main(String[] args) throws IOException {
    try {
      boot(args);
    }
    catch (InterruptedException | InvocationTargetException e) {
      throw new IOException(e);
    }
    serve();
  }

  private static void boot(String[] args) throws IOException, InterruptedException, InvocationTargetException {
    out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    player = args[1];
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).addAppender(new Collector());
    ErrorDialog.addBugHandler(new BugHandler() {
      @Override
      public boolean accept(Throwable thrown) {
        return true;
      }

      @Override
      public void handle(Throwable thrown) {
        problems.add("bug report: " + trace(thrown));
      }
    });
    Toolkit.getDefaultToolkit().addAWTEventListener(Driver::windowEvent, AWTEvent.WINDOW_EVENT_MASK);
    Info.setConfig(new StandardConfig());
    new Driver(new String[] {"--load", args[0]});
    settle();
    final JsonObject ready = new JsonObject();
    ready.addProperty("version", Info.getVersion());
    out.println(MARK + GSON.toJson(ready));
  }

  @Override
  protected void launch() throws IOException {
    GameModule.init(createModule(createDataArchive()));
    final GameModule module = GameModule.getGameModule();
    createExtensionsLoader().addTo(module);
    Localization.getInstance().translate();
    module.getPrefs().setValue(GameModule.REAL_NAME, player);
    module.getPrefs().setValue(GameModule.SECRET_NAME, "secret of " + player);
    GameModule.setUserId("secret of " + player);
    for (final String key : new String[] {"PromptNewLogAtStart", "PromptNewLogEnd", "promptLogComment"}) {
      if (module.getPrefs().getOption(key) != null) {
        module.getPrefs().setValue(key, Boolean.FALSE);
      }
    }
    setField(GameModule.class, module, "RNG", dice);
    setField(GameModule.class, module, "server", tap());
    module.getPlayerWindow().setSize(1250, 900);
    module.getPlayerWindow().setVisible(true);
  }

  // Commands

  private static void serve() throws IOException {
    final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      final JsonArray results = new JsonArray();
      for (final JsonElement each : GSON.fromJson(line, JsonArray.class)) {
        final JsonObject result = new JsonObject();
        try {
          result.add("ok", GSON.toJsonTree(onEventThread(each.getAsJsonObject())));
        }
        catch (Throwable t) {
          result.addProperty("error", trace(t));
        }
        results.add(result);
        if (result.has("error")) {
          break;
        }
      }
      out.println(MARK + GSON.toJson(results));
    }
    Runtime.getRuntime().halt(0);
  }

  private static Object onEventThread(JsonObject command) throws Throwable {
    final Object[] result = new Object[1];
    final Throwable[] thrown = new Throwable[1];
    EventQueue.invokeAndWait(() -> {
      try {
        result[0] = run(command.get("do").getAsString(), command);
      }
      catch (Throwable t) {
        thrown[0] = t;
      }
    });
    settle();
    if (thrown[0] != null) {
      throw thrown[0];
    }
    return result[0] instanceof After ? ((After) result[0]).now() : result[0];
  }

  /** An answer that must be read once the event thread has settled. */
  private interface After {
    Object now() throws Exception;
  }

  private static void settle() throws InterruptedException, InvocationTargetException {
    for (int i = 0; i < 3; i++) {
      EventQueue.invokeAndWait(() -> { });
    }
    for (int i = 0; i < 200 && Toolkit.getDefaultToolkit().getSystemEventQueue().peekEvent() != null; i++) {
      EventQueue.invokeAndWait(() -> { });
    }
  }

  private static Object run(String what, JsonObject c) throws Exception {
    final GameModule module = GameModule.getGameModule();
    switch (what) {
    case "new_game": return newGame(text(c, "side"));
    case "close_game":
      module.getGameState().setModified(false);
      module.getGameState().setup(false);
      return null;
    case "press":
      module.fireKeyStroke(NamedKeyStroke.of(text(c, "key")));
      return null;
    case "click": return click(text(c, "text"));
    case "props": {
      final JsonObject values = new JsonObject();
      for (final JsonElement name : c.getAsJsonArray("names")) {
        final Object value = module.getProperty(name.getAsString());
        values.addProperty(name.getAsString(), value == null ? "" : value.toString());
      }
      return values;
    }
    case "set_props":
      for (final java.util.Map.Entry<String, JsonElement> e : c.getAsJsonObject("values").entrySet()) {
        final MutableProperty p = module.getMutableProperty(e.getKey());
        if (p == null) {
          throw new IllegalArgumentException("no module property " + e.getKey());
        }
        p.setPropertyValue(e.getValue().getAsString());
      }
      return null;
    case "all_props": {
      final JsonObject values = new JsonObject();
      for (final GlobalProperty p : module.getAllDescendantComponentsOf(GlobalProperty.class)) {
        values.addProperty(p.getConfigureName(), String.valueOf(module.getProperty(p.getConfigureName())));
      }
      return values;
    }
    case "force_dice":
      for (final JsonElement face : c.getAsJsonArray("faces")) {
        dice.forced.add(face.getAsInt());
      }
      return null;
    case "forced_left": {
      final int left = dice.forced.size();
      dice.forced.clear();
      return left;
    }
    case "seed":
      dice.random = new Random(c.get("seed").getAsLong());
      return null;
    case "dice_calls": {
      final List<int[]> calls = new ArrayList<>(dice.calls);
      dice.calls.clear();
      return calls;
    }
    case "chat": return chat();
    case "undo": return undo();
    case "can_undo": return action("undoAction").isEnabled();
    case "save": {
      module.getGameState().saveGame(new File(text(c, "path")));
      return null;
    }
    case "load": {
      module.getGameState().setModified(false);
      module.getGameState().setup(false);
      final PlayerRoster roster = module.getPlayerRoster();
      module.getGameState().removeGameSetupStep(roster); // or the engine's wizard would ask for a side
      try {
        module.getGameState().loadGameInForeground(new File(text(c, "path")));
      }
      finally {
        module.getGameState().addGameSetupStep(roster);
      }
      return setSide(text(c, "side"));
    }
    case "side": return PlayerRoster.getMySide();
    case "set_side": return setSide(text(c, "side"));
    case "begin_log": return beginLog(new File(text(c, "path")));
    case "end_log":
      ((BasicLogger) module.getLogger()).write();
      return null;
    case "can_step": return action("stepAction").isEnabled();
    case "step": {
      action("stepAction").actionPerformed(null);
      return (After) () -> action("stepAction").isEnabled();
    }
    case "answers":
      for (final JsonElement answer : c.getAsJsonArray("answers")) {
        answers.add(answer);
      }
      return null;
    case "answers_left": {
      final int left = answers.size();
      answers.clear();
      return left;
    }
    case "dialogs": {
      final List<JsonObject> seen = new ArrayList<>(dialogs);
      dialogs.clear();
      return seen;
    }
    case "problems": {
      synchronized (problems) {
        final List<String> seen = new ArrayList<>(problems);
        problems.clear();
        return seen;
      }
    }
    case "outgoing": {
      final List<String> sent = new ArrayList<>(outgoing);
      outgoing.clear();
      return sent;
    }
    case "receive": {
      final Command command = module.decode(text(c, "command"));
      if (command != null) {
        command.execute();
        module.getLogger().log(command);
      }
      return command != null;
    }
    case "evaluate": {
      final List<String> values = new ArrayList<>();
      for (final JsonElement e : c.getAsJsonArray("expressions")) {
        values.add(new FormattedString(e.getAsString()).getLocalizedText(module, module, "Editor.report_format"));
      }
      return values;
    }
    case "validate": return validate(c.getAsJsonArray("expressions"));
    case "decode_sequence": {
      final List<String> tokens = new ArrayList<>();
      final SequenceEncoder.Decoder d =
        new SequenceEncoder.Decoder(text(c, "text"), text(c, "delimiter").charAt(0));
      while (d.hasMoreTokens()) {
        tokens.add(d.nextToken());
      }
      return tokens;
    }
    case "encode_sequence": {
      final SequenceEncoder e = new SequenceEncoder(text(c, "delimiter").charAt(0));
      for (final JsonElement token : c.getAsJsonArray("tokens")) {
        e.append(token.getAsString());
      }
      return e.getValue();
    }
    case "toolbar": return toolbar();
    case "menu": return menu(text(c, "text"));
    case "help_menu": return helpMenu();
    case "open_help": return openHelp(text(c, "title"));
    case "windows": {
      final List<String> titles = new ArrayList<>();
      for (final Window w : Window.getWindows()) {
        if (w.isShowing()) {
          titles.add(title(w));
        }
      }
      return titles;
    }
    case "screenshot": return screenshot(text(c, "path"), text(c, "title"));
    case "show_menu": return showMenu(text(c, "text"));
    case "pieces": return pieces(text(c, "map"));
    case "slots": {
      final List<JsonObject> slots = new ArrayList<>();
      for (final PieceSlot s : module.getAllDescendantComponentsOf(PieceSlot.class)) {
        final JsonObject o = new JsonObject();
        o.addProperty("gpid", s.getGpId());
        o.addProperty("name", s.getPiece().getName());
        slots.add(o);
      }
      return slots;
    }
    case "place_piece": return placePiece(c);
    case "piece_key": {
      final GamePiece piece = module.getGameState().getPieceForId(text(c, "id"));
      final Command command = piece.keyEvent(NamedKeyStroke.of(text(c, "key")).getKeyStroke());
      module.sendAndLog(command);
      return command != null;
    }
    case "components": {
      final List<String> found = new ArrayList<>();
      components(module, "", found);
      return found;
    }
    case "proof_chains":
      proof = new Proof(c);
      return null;
    case "proof": {
      final List<JsonObject> found = new ArrayList<>();
      for (final JsonElement set : c.getAsJsonArray("sets")) {
        found.add(proof.answer(set.getAsJsonObject()));
      }
      return found;
    }
    case "resize": {
      for (final Window w : Window.getWindows()) {
        if (w.isShowing() && title(w).contains(text(c, "title"))) {
          w.setBounds(c.get("x").getAsInt(), c.get("y").getAsInt(), c.get("width").getAsInt(), c.get("height").getAsInt());
          w.validate();
          w.toFront();
        }
      }
      return null;
    }
    default: throw new IllegalArgumentException("unknown command " + what);
    }
  }

  private static Proof proof;

  /** Evaluates the chains of Steps 1 to 3 with properties of its own, by the engine's evaluator. */
  private static final class Proof implements VASSAL.build.module.properties.PropertySource {
    private final java.util.Map<String, String> values = new java.util.HashMap<>();
    private final String[] powers;
    private final List<String[]> call;
    private final List<String[]> ofVp = new ArrayList<>();
    private final List<String[]> ofDice = new ArrayList<>();

    Proof(JsonObject c) {
      powers = GSON.fromJson(c.get("powers"), String[].class);
      call = List.of(GSON.fromJson(c.get("call"), String[][].class));
      boolean rolled = false;
      for (final String[] step : GSON.fromJson(c.get("winds"), String[][].class)) {
        rolled |= step[0].startsWith("CoP_After_");
        (rolled ? ofDice : ofVp).add(step);
      }
    }

    JsonObject answer(JsonObject set) {
      values.clear();
      final int[] vp = GSON.fromJson(set.get("vp"), int[].class);
      for (int i = 0; i < powers.length; i++) {
        values.put("CoP_VP_" + powers[i], String.valueOf(vp[i]));
      }
      values.put("CoP_IssueWinner", powers[1]);
      values.put("CoP_Metternich", "false");
      run(call);
      final StringBuilder head = new StringBuilder(get("CoP_Gap")).append(' ').append(get("CoP_Phase"));
      final List<String> outcomes = new ArrayList<>();
      if ("called".equals(get("CoP_Phase"))) {
        run(ofVp);
        for (final String power : powers) {
          head.append(' ').append(get("CoP_Place_" + power));
        }
        for (final String power : powers) {
          head.append("0".equals(get("CoP_Die_" + power)) ? " 0" : " 1");
        }
        for (final int[] dice : GSON.fromJson(set.get("dice"), int[][].class)) {
          for (int i = 0; i < powers.length; i++) {
            values.put("CoP_Die_" + powers[i], String.valueOf(dice[i]));
            values.put("CoP_VP_" + powers[i], String.valueOf(vp[i]));
          }
          values.put("CoP_Phase", "called");
          run(ofDice);
          outcomes.add(all("CoP_After_") + "|" + get("CoP_Margin") + "|" + get("CoP_Phase") + "|"
            + get("CoP_Victor") + "|" + all("CoP_VP_"));
        }
      }
      final JsonObject result = new JsonObject();
      result.addProperty("vp", head.toString());
      result.add("dice", GSON.toJsonTree(outcomes));
      return result;
    }

    private void run(List<String[]> steps) {
      for (final String[] step : steps) {
        if (!"CoP_Last".equals(step[0]) && !"CoP_Act".equals(step[0]) && !"CoP_Seat".equals(step[0])) {
          values.put(step[0], new FormattedString(step[1]).getText(this, GameModule.getGameModule(), "Editor.report_format"));
        }
      }
    }

    private String get(String name) {
      return values.getOrDefault(name, "");
    }

    private String all(String prefix) {
      final List<String> found = new ArrayList<>();
      for (final String power : powers) {
        found.add(get(prefix + power));
      }
      return String.join(" ", found);
    }

    @Override
    public Object getProperty(Object key) {
      return values.get(String.valueOf(key));
    }

    @Override
    public Object getLocalizedProperty(Object key) {
      return getProperty(key);
    }
  }

  private static String text(JsonObject c, String key) {
    final JsonElement value = c.get(key);
    return value == null || value.isJsonNull() ? null : value.getAsString();
  }

  // Games

  private static Object newGame(String side) throws Exception {
    final GameState state = GameModule.getGameModule().getGameState();
    state.setModified(false);
    state.setup(false);
    finishSetupSteps(side);
    state.setup(true);
    return null;
  }

  private static void finishSetupSteps(String side) throws Exception {
    final Iterator<GameSetupStep> steps = GameModule.getGameModule().getGameState().getUnfinishedSetupSteps();
    final List<GameSetupStep> unfinished = new ArrayList<>();
    steps.forEachRemaining(unfinished::add);
    for (final GameSetupStep step : unfinished) {
      if (step instanceof PlayerRoster) {
        if (side == null) {
          setField(PlayerRoster.class, step, "pickedSide", true);
          continue;
        }
        step.getControls();
        final Field config = PlayerRoster.class.getDeclaredField("sideConfig");
        config.setAccessible(true);
        ((StringEnumConfigurer) config.get(step)).setValue(side);
      }
      else {
        step.getControls();
      }
      step.finish();
    }
  }

  private static Object setSide(String side) throws Exception {
    final PlayerRoster roster = GameModule.getGameModule().getPlayerRoster();
    roster.remove(GameModule.getActiveUserId());
    if (side != null) {
      roster.add(GameModule.getActiveUserId(), player, side);
    }
    return PlayerRoster.getMySide();
  }

  private static Object undo() throws Exception {
    if (!action("undoAction").isEnabled()) {
      throw new IllegalStateException("Undo is greyed");
    }
    action("undoAction").actionPerformed(null);
    return null;
  }

  private static Action action(String field) throws Exception {
    final Field f = BasicLogger.class.getDeclaredField(field);
    f.setAccessible(true);
    return (Action) f.get(GameModule.getGameModule().getLogger());
  }

  private static Object beginLog(File file) throws Exception {
    final BasicLogger logger = (BasicLogger) GameModule.getGameModule().getLogger();
    final Field chooser = GameModule.class.getDeclaredField("fileChooser");
    chooser.setAccessible(true);
    final Object before = chooser.get(GameModule.getGameModule());
    chooser.set(GameModule.getGameModule(), new Chooser(file));
    try {
      final Method begin = BasicLogger.class.getDeclaredMethod("beginOutput");
      begin.setAccessible(true);
      begin.invoke(logger);
    }
    finally {
      chooser.set(GameModule.getGameModule(), before);
    }
    return null;
  }

  /** A file chooser whose user has chosen already. */
  private static final class Chooser extends FileChooser {
    private File file;

    Chooser(File file) {
      super(null, null);
      this.file = file;
    }

    @Override
    public File getCurrentDirectory() {
      return file.getParentFile();
    }

    @Override
    public void setCurrentDirectory(File dir) {
    }

    @Override
    public void rescanCurrentDirectory() {
    }

    @Override
    public File getSelectedFile() {
      return file;
    }

    @Override
    public void setSelectedFile(File selected) {
      file = selected;
    }

    @Override
    public String getDialogTitle() {
      return "";
    }

    @Override
    public void setDialogTitle(String title) {
    }

    @Override
    public int showOpenDialog(Component parent) {
      return APPROVE_OPTION;
    }

    @Override
    public int showSaveDialog(Component parent) {
      return APPROVE_OPTION;
    }

    @Override
    public FileFilter getFileFilter() {
      return null;
    }

    @Override
    public void setFileFilter(FileFilter filter) {
    }

    @Override
    public void addChoosableFileFilter(FileFilter filter) {
    }

    @Override
    public boolean removeChoosableFileFilter(FileFilter filter) {
      return false;
    }

    @Override
    public void resetChoosableFileFilters() {
    }
  }

  private static ServerConnection tap() {
    return (ServerConnection) Proxy.newProxyInstance(Driver.class.getClassLoader(),
      new Class<?>[] {ServerConnection.class}, (proxy, method, args) -> {
        switch (method.getName()) {
        case "sendToOthers":
          if (args[0] != null && !((Command) args[0]).isNull()) {
            outgoing.add(GameModule.getGameModule().encode((Command) args[0]));
          }
          return null;
        case "isConnected": return true;
        case "hashCode": return System.identityHashCode(proxy);
        case "equals": return proxy == args[0];
        case "toString": return "tap";
        default: return null;
        }
      });
  }

  /** The engine's generator with values that can be told in advance. */
  private static final class Dice extends Random {
    private static final long serialVersionUID = 1L;
    private final Deque<Integer> forced = new ArrayDeque<>();
    private final List<int[]> calls = new ArrayList<>();
    private Random random = new Random(1);

    @Override
    public int nextInt(int bound) {
      final int value = forced.isEmpty() ? random.nextInt(bound) : forced.poll() - 1;
      if (value < 0 || value >= bound) {
        throw new IllegalArgumentException("forced die " + (value + 1) + " of a d" + bound);
      }
      calls.add(new int[] {bound, value + 1});
      return value;
    }

    @Override
    protected int next(int bits) {
      return random == null ? 0 : random.nextInt() >>> (32 - bits);
    }
  }

  // What is shown

  private static Object chat() throws BadLocationException {
    final Document document = find(GameModule.getGameModule().getChatter(), JTextPane.class).getDocument();
    final String all = document.getText(0, document.getLength());
    final List<String> lines = new ArrayList<>();
    for (final String line : all.substring(Math.min(chatSeen, all.length())).split("\n")) {
      if (!line.isBlank()) {
        lines.add(line.strip());
      }
    }
    chatSeen = all.length();
    return lines;
  }

  private static <T> T find(Container parent, Class<T> type) {
    for (final Component child : parent.getComponents()) {
      if (type.isInstance(child)) {
        return type.cast(child);
      }
      if (child instanceof Container) {
        final T found = find((Container) child, type);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static <T> void findAll(Container parent, Class<T> type, List<T> found) {
    for (final Component child : parent.getComponents()) {
      if (type.isInstance(child)) {
        found.add(type.cast(child));
      }
      if (child instanceof Container) {
        findAll((Container) child, type, found);
      }
    }
  }

  private static JButton button(String text) {
    for (final Component child : GameModule.getGameModule().getToolBar().getComponents()) {
      if (child instanceof JButton && text.equals(((JButton) child).getText())) {
        return (JButton) child;
      }
    }
    throw new IllegalArgumentException("no toolbar button " + text);
  }

  private static Object click(String text) {
    final JButton button = button(text);
    if (!button.isEnabled()) {
      return false;
    }
    button.doClick();
    return true;
  }

  private static Object toolbar() {
    final List<JsonObject> buttons = new ArrayList<>();
    final JToolBar bar = GameModule.getGameModule().getToolBar();
    for (final Component child : bar.getComponents()) {
      if (child instanceof AbstractButton) {
        final AbstractButton b = (AbstractButton) child;
        final JsonObject o = new JsonObject();
        o.addProperty("text", b.getText());
        o.addProperty("tooltip", b.getToolTipText());
        o.addProperty("enabled", b.isEnabled());
        o.addProperty("visible", b.isVisible());
        o.addProperty("icon", b.getIcon() != null);
        buttons.add(o);
      }
    }
    return buttons;
  }

  private static JPopupMenu popup(String text) {
    return (JPopupMenu) button(text).getClientProperty(ToolbarMenu.MENU_PROPERTY);
  }

  private static Object menu(String text) {
    final List<JsonObject> items = new ArrayList<>();
    for (final Component child : popup(text).getComponents()) {
      if (child instanceof JMenuItem) {
        final JsonObject o = new JsonObject();
        o.addProperty("text", ((JMenuItem) child).getText());
        o.addProperty("enabled", child.isEnabled());
        items.add(o);
      }
    }
    return items;
  }

  private static Object showMenu(String text) {
    final JButton b = button(text);
    popup(text).show(b, 0, b.getHeight());
    return null;
  }

  private static List<JMenuItem> helpItems() {
    final List<JMenuItem> items = new ArrayList<>();
    final JMenuBar bar = GameModule.getGameModule().getPlayerWindow().getJMenuBar();
    for (int i = 0; i < bar.getMenuCount(); i++) {
      final JMenu menu = bar.getMenu(i);
      for (final Component child : menu.getMenuComponents()) {
        if (child instanceof JMenuItem) {
          items.add((JMenuItem) child);
        }
      }
    }
    return items;
  }

  private static Object helpMenu() {
    final List<String> titles = new ArrayList<>();
    helpItems().forEach(item -> titles.add(item.getText()));
    return titles;
  }

  private static Object openHelp(String title) {
    for (final JMenuItem item : helpItems()) {
      if (title.equals(item.getText())) {
        item.doClick();
        return (After) () -> {
          final StringBuilder shown = new StringBuilder();
          for (final Window w : Window.getWindows()) {
            if (w.isShowing() && title(w).equals(title)) {
              final JTextComponent page = find(w, JTextComponent.class);
              for (int i = 0; i < 100 && page.getDocument().getLength() < 20; i++) {
                Thread.sleep(20);
              }
              shown.append(page.getDocument().getText(0, page.getDocument().getLength()));
            }
          }
          return shown.toString();
        };
      }
    }
    throw new IllegalArgumentException("no menu item " + title);
  }

  private static String title(Window w) {
    return w instanceof Frame ? ((Frame) w).getTitle() : w instanceof Dialog ? ((Dialog) w).getTitle() : w.getName();
  }

  private static Object screenshot(String path, String title) throws Exception {
    return (After) () -> {
      Thread.sleep(300);
      Rectangle area = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
      if (title != null) {
        for (final Window w : Window.getWindows()) {
          if (w.isShowing() && title(w) != null && title(w).contains(title)) {
            area = w.getBounds();
          }
        }
      }
      final BufferedImage image = new Robot().createScreenCapture(area);
      ImageIO.write(image, "png", new File(path));
      return null;
    };
  }

  private static Object pieces(String mapName) {
    final List<JsonObject> found = new ArrayList<>();
    for (final GamePiece piece : GameModule.getGameModule().getGameState().getAllPieces()) {
      if (!(piece instanceof Stack) && piece.getMap() != null && piece.getMap().getMapName().equals(mapName)) {
        final JsonObject o = new JsonObject();
        o.addProperty("id", piece.getId());
        o.addProperty("name", piece.getName());
        o.addProperty("x", piece.getPosition().x);
        o.addProperty("y", piece.getPosition().y);
        o.addProperty("gpid", String.valueOf(piece.getProperty("PieceId")));
        found.add(o);
      }
    }
    return found;
  }

  private static Object placePiece(JsonObject c) {
    final GameModule module = GameModule.getGameModule();
    for (final PieceSlot slot : module.getAllDescendantComponentsOf(PieceSlot.class)) {
      if (text(c, "gpid").equals(slot.getGpId())) {
        final GamePiece piece = PieceCloner.getInstance().clonePiece(slot.getPiece());
        module.getGameState().addPiece(piece);
        final Map map = Map.getMapById(text(c, "map"));
        final Command command = new VASSAL.command.AddPiece(piece)
          .append(map.placeAt(piece, new Point(c.get("x").getAsInt(), c.get("y").getAsInt())));
        module.sendAndLog(command);
        map.repaint();
        return piece.getId();
      }
    }
    throw new IllegalArgumentException("no slot " + text(c, "gpid"));
  }

  private static void components(Buildable parent, String indent, List<String> found) {
    final Iterable<Buildable> children = ((VASSAL.build.AbstractBuildable) parent).getBuildables();
    for (final Buildable child : children) {
      String name = "";
      if (child instanceof VASSAL.build.Configurable) {
        name = String.valueOf(((VASSAL.build.Configurable) child).getConfigureName());
      }
      found.add(indent + child.getClass().getName() + ":" + name);
      if (child instanceof VASSAL.build.AbstractBuildable) {
        components(child, indent + " ", found);
      }
    }
  }

  private static Object validate(JsonArray expressions) throws Exception {
    final Class<?> type = Class.forName("bsh.BeanShellExpressionValidator");
    final List<JsonObject> verdicts = new ArrayList<>();
    for (final JsonElement e : expressions) {
      final Object validator = type.getConstructor(String.class).newInstance(e.getAsString());
      final JsonObject verdict = new JsonObject();
      verdict.addProperty("valid", (Boolean) type.getMethod("isValid").invoke(validator));
      verdict.addProperty("error", String.valueOf(type.getMethod("getError").invoke(validator)));
      verdict.add("variables", GSON.toJsonTree(type.getMethod("getVariables").invoke(validator)));
      verdict.add("methods", GSON.toJsonTree(type.getMethod("getMethods").invoke(validator)));
      verdicts.add(verdict);
    }
    return verdicts;
  }

  // Dialogs

  private static void windowEvent(AWTEvent event) {
    if (event.getID() == WindowEvent.WINDOW_OPENED && event.getSource() instanceof JDialog
        && ((JDialog) event.getSource()).isModal()) {
      final JDialog dialog = (JDialog) event.getSource();
      SwingUtilities.invokeLater(() -> answer(dialog));
    }
  }

  private static void answer(JDialog dialog) {
    final JOptionPane pane = find(dialog, JOptionPane.class);
    final JsonObject seen = new JsonObject();
    seen.addProperty("title", dialog.getTitle());
    final JTextComponent field = pane == null || !pane.getWantsInput() ? null : find(pane, javax.swing.JTextField.class);
    @SuppressWarnings("unchecked")
    final JComboBox<Object> box = pane == null ? null : find(pane, JComboBox.class);
    seen.addProperty("message", pane == null ? dialog.getClass().getName() : String.valueOf(pane.getMessage()));
    if (field != null && box == null) {
      seen.addProperty("initial", field.getText());
    }
    if (box != null) {
      final JsonArray choices = new JsonArray();
      for (int i = 0; i < box.getItemCount(); i++) {
        choices.add(String.valueOf(box.getItemAt(i)));
      }
      seen.add("choices", choices);
      seen.addProperty("initial", String.valueOf(box.getSelectedItem()));
    }
    dialogs.add(seen);
    final JsonElement answer = answers.poll();
    final List<JButton> buttons = new ArrayList<>();
    if (pane != null) {
      findAll(pane, JButton.class, buttons);
      buttons.removeIf(b -> SwingUtilities.getAncestorOfClass(JComboBox.class, b) != null);
    }
    if (answer == null) {
      problems.add("unexpected dialog: " + seen);
      close(dialog);
    }
    else if (answer.isJsonObject()) {
      final String how = answer.getAsJsonObject().get("how").getAsString();
      switch (how) {
      case "cancel":
        buttons.get(buttons.size() - 1).doClick();
        break;
      case "close":
        close(dialog);
        break;
      case "shoot": {
        dialogs.remove(dialogs.size() - 1);
        final javax.swing.Timer later = new javax.swing.Timer(500, e -> {
          try {
            final Rectangle screen = new Rectangle(Toolkit.getDefaultToolkit().getScreenSize());
            ImageIO.write(new Robot().createScreenCapture(screen), "png",
              new File(answer.getAsJsonObject().get("path").getAsString()));
          }
          catch (java.awt.AWTException | IOException ex) {
            problems.add("no picture: " + ex);
          }
          answer(dialog);
        });
        later.setRepeats(false);
        later.start();
        break;
      }
      case "receive": {
        final Command command = GameModule.getGameModule().decode(answer.getAsJsonObject().get("command").getAsString());
        command.execute();
        GameModule.getGameModule().getLogger().log(command);
        dialogs.remove(dialogs.size() - 1);
        answer(dialog);
        break;
      }
      default:
        problems.add("unknown answer " + answer);
        close(dialog);
      }
    }
    else {
      if (box != null) {
        box.setSelectedItem(answer.getAsString());
      }
      else if (field != null) {
        field.setText(answer.getAsString());
      }
      buttons.get(0).doClick();
    }
  }

  private static void close(JDialog dialog) {
    dialog.dispatchEvent(new WindowEvent(dialog, WindowEvent.WINDOW_CLOSING));
    if (dialog.isVisible()) {
      dialog.dispose();
    }
  }

  private static final class Collector extends AppenderBase<ILoggingEvent> {
    Collector() {
      setContext((ch.qos.logback.core.Context) LoggerFactory.getILoggerFactory());
      start();
    }

    @Override
    protected void append(ILoggingEvent event) {
      if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
        final String cause = event.getThrowableProxy() == null ? "" : " " + event.getThrowableProxy().getClassName()
          + ": " + event.getThrowableProxy().getMessage();
        problems.add(event.getLevel() + " " + event.getLoggerName() + ": " + event.getFormattedMessage() + cause);
      }
    }
  }

  private static void setField(Class<?> type, Object target, String name, Object value) {
    try {
      final Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      field.set(target, value);
    }
    catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String trace(Throwable t) {
    final java.io.StringWriter writer = new java.io.StringWriter();
    t.printStackTrace(new java.io.PrintWriter(writer));
    return writer.toString();
  }
}
