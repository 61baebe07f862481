import java.util.List;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.knn.plugin.KNNPlugin;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/** A node of OpenSearch for tests. Each argument is a setting, `name=value`. */
public final class TestNode extends Node {
  private TestNode(Environment environment) {
    super(
        environment,
        List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PainlessPlugin.class, KNNPlugin.class),
        true);
  }

  public static void main(String[] settings) throws Exception {
    Settings.Builder builder = Settings.builder();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      builder.put(parts[0], parts[1]);
    }
    new TestNode(new Environment(builder.build(), null)).start();
    // The pipe closes when the test process ends, even if it crashes, so no node outlives its test.
    while (System.in.read() != -1) {}
    Runtime.getRuntime().halt(0);
  }
}
