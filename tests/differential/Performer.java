import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.util.Properties;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.control.ReplaceableController;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.gui.tree.JMeterTreeModel;
import org.apache.jmeter.gui.tree.JMeterTreeNode;
import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jmeter.samplers.SampleSaveConfiguration;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.services.FileServer;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * Performs plans with JMeter's own engine, one after another, as `jmeter -n -t PLAN -l JTL` does: a line of stdin
 * names a plan and a result file, a line of stdout says how it went.
 */
public class Performer {
    private static final long LIMIT_MS = 20_000;

    public static void main(String[] arguments) throws Exception {
        String home = arguments[0];
        JMeterUtils.setJMeterHome(home);
        JMeterUtils.loadJMeterProperties(home + "/bin/jmeter.properties");
        JMeterUtils.getJMeterProperties().putAll(JMeterUtils.loadProperties(home + "/bin/user.properties"));
        JMeterUtils.initLocale();
        // Exact names for unknown hosts: without the JVM's memory of them, each look-up says the same.
        java.security.Security.setProperty("networkaddress.cache.negative.ttl", "0");
        SaveService.loadProperties();
        Properties before = (Properties) JMeterUtils.getJMeterProperties().clone();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] names = line.split("\t");
            JMeterUtils.getJMeterProperties().clear();
            JMeterUtils.getJMeterProperties().putAll(before);
            String outcome;
            try {
                outcome = perform(new File(names[0]), names[1]);
            } catch (Throwable problem) {
                outcome = problem.toString().split("\n")[0];
            }
            System.out.println("performed: " + outcome);
            System.out.flush();
        }
        System.exit(0);
    }

    private static String perform(File plan, String jtl) throws Exception {
        FileServer.getFileServer().setBaseForScript(plan);
        HashTree tree = SaveService.loadTree(plan);
        resolve(tree);
        JMeter.convertSubTree(tree, false);
        ResultCollector collector = new ResultCollector();
        collector.setFilename(jtl);
        SampleSaveConfiguration save = collector.getSaveConfig();
        save.setAsXml(false);
        tree.add(tree.getArray()[0], collector);
        StandardJMeterEngine engine = new StandardJMeterEngine();
        engine.configure(tree);
        Thread thread = new Thread(engine::run);
        thread.start();
        thread.join(LIMIT_MS);
        if (!thread.isAlive()) {
            return "ok";
        }
        engine.stopTest(true);
        thread.join(5_000);
        return "takes longer than " + LIMIT_MS / 1000 + " s";
    }

    /** Without it modules lead nowhere and are left out silently (JMeter.runNonGui does the same). */
    private static void resolve(HashTree tree) throws Exception {
        JMeterTreeModel model = new JMeterTreeModel(new Object());
        JMeterTreeNode root = (JMeterTreeNode) model.getRoot();
        model.addSubTree(tree, root);
        SearchByClass<ReplaceableController> found = new SearchByClass<>(ReplaceableController.class);
        tree.traverse(found);
        for (ReplaceableController controller : found.getSearchResults()) {
            controller.resolveReplacementSubTree(root);
        }
    }
}
