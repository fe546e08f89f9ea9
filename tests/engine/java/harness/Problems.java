package harness;

import VASSAL.tools.ErrorDialog;
import VASSAL.tools.bug.BugHandler;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.Context;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

import org.slf4j.LoggerFactory;

/**
 * Everything that went wrong: log lines from WARN up (bad data in the module is one of them), bug
 * reports and uncaught exceptions (both come through ErrorDialog.bug), and what the other classes add.
 */
final class Problems {
  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(Problems.class);
  private static final List<String> SEEN = new ArrayList<>();

  private Problems() {
  }

  static void collect() {
    final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
      @Override
      protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
          final IThrowableProxy thrown = event.getThrowableProxy();
          record(event.getLevel() + " " + event.getLoggerName() + ": " + event.getFormattedMessage()
            + (thrown == null ? "" : " " + thrown.getClassName() + ": " + thrown.getMessage()));
        }
      }
    };
    appender.setContext((Context) LoggerFactory.getILoggerFactory());
    appender.start();
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).addAppender(appender);
    ErrorDialog.addBugHandler(new BugHandler() {
      @Override
      public boolean accept(Throwable thrown) {
        return true;
      }

      @Override
      public void handle(Throwable thrown) {
        add("bug report: " + trace(thrown));
      }
    });
  }

  /** Adds a problem that is not in the engine's log. */
  static void add(String problem) {
    LOG.info("problem: {}", problem);
    record(problem);
  }

  private static void record(String problem) {
    synchronized (SEEN) {
      SEEN.add(problem);
    }
  }

  static List<String> take() {
    synchronized (SEEN) {
      final List<String> taken = new ArrayList<>(SEEN);
      SEEN.clear();
      return taken;
    }
  }

  static String trace(Throwable thrown) {
    final StringWriter writer = new StringWriter();
    thrown.printStackTrace(new PrintWriter(writer));
    return writer.toString();
  }
}
